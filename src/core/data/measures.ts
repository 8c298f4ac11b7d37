/** Which rows are in the document, and how high the others were. Blocks are counted from 0. */
export interface Measures {
  /** Whether the first block has been painted. */
  begun?: boolean;
  /** Px by block. */
  heights: Map<number, number>;
  /** The blocks that are shown, and one more that holds the focus. */
  seen: { from: number; to: number; held?: number | undefined };
}

export const noMeasures = (): Measures => ({ heights: new Map(), seen: { from: 0, to: 4 } });
