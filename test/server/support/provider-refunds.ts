/** How a stand-in of a provider treats refunds, and those that it has made. */
export interface RefundsOfProvider {
  /**
   * `refunds` at once; `waits`: accepts one and decides later; `refuses`, because the merchant's account has too little money; `loses`:
   * refunds, and its response gets lost.
   */
  does: 'refunds' | 'waits' | 'refuses' | 'loses';
  made: { number: string; amount: number; payment: string }[];
}

export const refundsOfProvider = (): RefundsOfProvider => ({ does: 'refunds', made: [] });
