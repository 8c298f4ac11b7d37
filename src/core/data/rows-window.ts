import type { ReactNode } from 'react';
import type { Measures } from './measures';

/** Of a long list: which blocks of its rows are in the document. */
export interface RowsWindow {
  /** The rows near what is seen, and room in place of the others. */
  nodes<T>(list: {
    items: readonly T[];
    /** Rows of a block. */
    size: number;
    drawRow(item: T, at: number): ReactNode;
  }): ReactNode[];
  /** Looks, in the frame after, whether what has just been drawn is enough. */
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
