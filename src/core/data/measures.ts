/** The rendered rows of a list, and the heights of the others. Blocks are counted from 0. */
export interface Measures {
  /** Whether the first rows have been painted. */
  begun?: boolean;
  /** Height in px by block, 0 if unknown. */
  heights: number[];
  /** The rendered blocks, and the block that has the focus. */
  seen: { from: number; to: number; held?: number | undefined };
}

/** Initial value: all rows that can exist before windowing starts are rendered. */
export const noMeasures = (): Measures => ({ heights: [], seen: { from: 0, to: 150 } });
