import type { ReactNode } from 'react';
import type { Measures } from './measures';

/** For a long list: decides which blocks of its rows are rendered. */
export interface RowsWindow {
  /** Renders the rows near the viewport, and gaps in place of the others. */
  nodes<T>(list: {
    items: readonly T[];
    /** Number of rows in a block. */
    size: number;
    drawRow(item: T, at: number): ReactNode;
  }): ReactNode[];
  /** Checks in the next frame whether enough rows are rendered. */
  drawn(): void;
  /** Checks whenever something scrolls; returns the function that unsubscribes. */
  follow(): () => void;
}

/** `draw`: renders the list again, because other blocks have become visible. */
export type CreateRowsWindow = (
  root: { readonly current: HTMLUListElement | null },
  measures: Measures,
  draw: () => void,
) => RowsWindow;
