import { getInfo, type UserInfo } from '../../contract/member/auth';
import { isDone, type Send } from '../http/answer';
import { asFailure, type Failure } from '../http/failure';
import type { Session } from './session';

/** `send`, for a member who is kept on the phone: whatever answers with the member's own information renews it. */
export const withMember =
  (send: Send, session: Session): Send =>
  async (call, input, options) => {
    const answer = await send(call, input, options);
    const { userInfo } = answer as { userInfo?: UserInfo };
    // an answer that was on its way while the member signed out belongs to nobody
    if (isDone(answer) && userInfo && userInfo.userId === session.userInfo.peek()?.userId)
      session.update(userInfo);
    return answer;
  };

/** Asks who the member is by now. Answers why that is not known; never rejects. One question at a time. */
export function createRenew(send: Send): () => Promise<Failure | undefined> {
  let asking: Promise<Failure | undefined> | undefined;
  return () => {
    asking ??= send(getInfo, {}, { wait: 'read', quiet: true })
      .then(() => undefined, asFailure)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
}
