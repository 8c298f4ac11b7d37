import { createHash } from 'node:crypto';
import type { FapiaoProvider } from './fapiao';

/** A simulated provider: a number of 20 digits, always the same for the same document. It begins with 00, as no real one does. */
export const fapiaoSandbox: FapiaoProvider = {
  issue: async ({ id }) => {
    const digest = createHash('sha256').update(id).digest();
    return `00${[...digest.subarray(0, 18)].map((byte) => byte % 10).join('')}`;
  },
};
