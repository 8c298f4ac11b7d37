/** Which rows are in the document, and how high the others were. Blocks are counted from 0. */
export interface Measures {
  /** Whether the first rows have been painted. */
  begun?: boolean;
  /** Px by block, 0 where it is not known. */
  heights: number[];
  /** The blocks that are shown, and one more that holds the focus. */
  seen: { from: number; to: number; held?: number | undefined };
}

/** Before anything is measured, all rows are shown that can have come before any are left out. */
export const noMeasures = (): Measures => ({ heights: [], seen: { from: 0, to: 150 } });
