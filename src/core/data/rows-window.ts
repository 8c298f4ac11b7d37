import type { ReactNode } from 'react';
import type { Measures } from './measures';

/** Of a long list: which blocks of its rows are in the document. */
export interface RowsWindow {
  /** The blocks near what is seen, and room in place of the others. A block is drawn again when `of` is another. */
  nodes(list: {
    blocks: number;
    /** Rows of a block. */
    size: number;
    of: readonly unknown[];
    drawBlock(at: number): ReactNode;
  }): ReactNode[];
  /** Measures what has just been drawn. */
  drawn(): void;
  /** Looks whenever something scrolls; answers how to stop. */
  follow(): () => void;
}

/** `draw`: draws the list again, because other blocks are seen. */
export type CreateRowsWindow = (
  root: { readonly current: HTMLUListElement | null },
  measures: Measures,
  draw: () => void,
) => RowsWindow;
