import type { SecondStep } from '../../contract/member/auth';
import type { PayNeed } from '../../contract/money/pay-password';
import { type Answer, isDone, type Send } from './answer';
import type { PayProofs } from './pay-proof';

/**
 * `send` for calls that need a proof of the member. If the server requires one, the member is asked for the payment password or a passkey.
 * The same input is then sent again with the proof, under the same request key. For the second step of signing in, the sheet sends the code
 * itself. The caller does not notice.
 */
export const withPayProof =
  (send: Send, proofs: PayProofs): Send =>
  async (call, input, options) => {
    const answer = await send(call, input, options);
    const { needs, amount, passkey, secondStep } = answer as Answer<object> & Partial<PayNeed & SecondStep>;
    // with a code, the sheet that sent it shows what was wrong
    const asks = needs || (secondStep && !('secondCode' in (input as object)) && 'secondCode');
    if (isDone(answer) || !asks) return answer;
    const given = await proofs.ask({ needs: asks, amount, passkey, call, input: input as object });
    if (typeof given === 'object') return given as typeof answer;
    return given ? send(call, { ...input, proof: given }, options) : answer;
  };
