import { type ReadonlySignal, signal } from '@preact/signals';
import type { PayNeeds } from '../../contract/money/pay-password';
import type { Call } from '../../contract/wire/call';
import type { Answer } from './answer';

/**
 * A pending request for the member's payment password, with the amount in fen for a payment; or for the second step of signing in
 * (`secondCode`).
 */
export interface PayRequest {
  needs: PayNeeds | 'secondCode';
  amount?: number | undefined;
  /** Whether a passkey of the member may be used in its place. */
  passkey?: boolean | undefined;
  /** The waiting call, and its input as it is sent, without a proof. */
  // biome-ignore lint/suspicious/noExplicitAny: any call
  call: Call<any, any>;
  input: object;
  /** With a proof from `verifyPay` or `verifyPayPasskey`, or with the call's answer to a code; without one if the member declines. */
  answer(given?: string | Answer<object>): void;
}

export interface PayProofs {
  readonly current: ReadonlySignal<PayRequest | undefined>;
  /** Resolves with what the member gave, or undefined if the member closed the sheet. One at a time: an earlier request is declined. */
  ask(request: Omit<PayRequest, 'answer'>): Promise<string | Answer<object> | undefined>;
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
          answer(given) {
            if (current.peek() === asked) current.value = undefined; // a late answer ends no later request
            resolve(given);
          },
        };
        current.value = asked;
      });
    },
  };
}
