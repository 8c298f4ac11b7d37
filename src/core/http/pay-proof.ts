import { type ReadonlySignal, signal } from '@preact/signals';
import type { PayNeeds } from '../../contract/pay-password';
import { type Answer, isDone, type Send } from './answer';

/** What a call waits for: the member's payment password, for an amount in fen where it pays one. */
export interface PayRequest {
  needs: PayNeeds;
  amount?: number | undefined;
  /** With a proof from `verifyPay`; without one the member does not want to. */
  answer(proof?: string): void;
}

export interface PayProofs {
  readonly current: ReadonlySignal<PayRequest | undefined>;
  /** Resolves with a proof, or nothing when the member closed the sheet. One at a time: an earlier one is declined. */
  ask(needs: PayNeeds, amount?: number): Promise<string | undefined>;
}

export function createPayProofs(): PayProofs {
  const current = signal<PayRequest | undefined>(undefined);
  return {
    current,
    ask(needs, amount) {
      current.peek()?.answer();
      return new Promise((settle) => {
        current.value = {
          needs,
          amount,
          answer(proof) {
            current.value = undefined;
            settle(proof);
          },
        };
      });
    },
  };
}

/**
 * `send`, for calls that move money: when the server wants to know that it is the member, the member is asked for the payment
 * password, and the same input goes out again with the proof, under the same request key. Whoever calls knows nothing of it.
 */
export const withPayProof =
  (send: Send, proofs: PayProofs): Send =>
  async (call, input, options) => {
    const answer = await send(call, input, options);
    const { needs, amount } = answer as Answer<object> & { needs?: PayNeeds; amount?: number };
    if (isDone(answer) || !needs) return answer;
    const proof = await proofs.ask(needs, amount);
    return proof ? send(call, { ...input, proof }, options) : answer;
  };
