import { type ReadonlySignal, signal } from '@preact/signals';
import type { PayNeeds } from '../../contract/money/pay-password';

/** A pending request for the member's payment password, with the amount in fen for a payment. */
export interface PayRequest {
  needs: PayNeeds;
  amount?: number | undefined;
  /** Whether a passkey of the member may be used in its place. */
  passkey?: boolean | undefined;
  /** The path of the waiting call, and its input as it is sent, without a proof. */
  call: string;
  input: object;
  /** With a proof from `verifyPay` or `verifyPayPasskey`; without one if the member declines. */
  answer(proof?: string): void;
}

export interface PayProofs {
  readonly current: ReadonlySignal<PayRequest | undefined>;
  /** Resolves with a proof, or undefined if the member closed the sheet. One at a time: an earlier request is declined. */
  ask(request: Omit<PayRequest, 'answer'>): Promise<string | undefined>;
}

export function createPayProofs(): PayProofs {
  const current = signal<PayRequest | undefined>(undefined);
  return {
    current,
    ask(request) {
      current.peek()?.answer();
      return new Promise((resolve) => {
        const asked: PayRequest = {
          ...request,
          answer(proof) {
            if (current.peek() === asked) current.value = undefined; // a late answer ends no later request
            resolve(proof);
          },
        };
        current.value = asked;
      });
    },
  };
}
