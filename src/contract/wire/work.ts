/**
 * The challenge of ALTCHA for strangers' devices during a flood, in `body.work` of a 503. A client that solves it sends the call again, with the solution in the header `work-proof`: base64 of the JSON `{challenge, solution}`.
 */
export interface WorkAsked {
  parameters: {
    algorithm: string;
    /** Hex. */
    nonce: string;
    salt: string;
    keyPrefix: string;
    /** Rounds, and bytes. */
    cost: number;
    keyLength: number;
    /** Seconds since the epoch. */
    expiresAt?: number;
  };
  signature?: string;
}

/** The header of a call that has a solution. */
export const workHeader = 'work-proof';
