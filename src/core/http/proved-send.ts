import type { PayNeed } from '../../contract/money/pay-password';
import { type Answer, isDone, type Send } from './answer';
import type { PayProofs } from './pay-proof';

/**
 * `send` for calls that move money: if the server requires proof of the member's identity, the member is asked for the payment password or
 * a passkey,
 * and the same input is sent again with the proof, under the same request key. The caller does not notice.
 */
export const withPayProof =
  (send: Send, proofs: PayProofs): Send =>
  async (call, input, options) => {
    const answer = await send(call, input, options);
    const { needs, amount, passkey } = answer as Answer<object> & Partial<PayNeed>;
    if (isDone(answer) || !needs) return answer;
    const proof = await proofs.ask({ needs, amount, passkey, call: call.path, input: input as object });
    return proof ? send(call, { ...input, proof }, options) : answer;
  };
