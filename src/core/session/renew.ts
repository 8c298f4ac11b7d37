import { getInfo, type UserInfo } from '../../contract/member/auth';
import { isDone, type Send } from '../http/answer';
import { asFailure, type Failure } from '../http/failure';
import type { Session } from './session';

/** `send` that keeps the stored member up to date: any answer with the member's own information renews it. */
export const withMember =
  (send: Send, session: Session): Send =>
  async (call, input, options) => {
    const answer = await send(call, input, options);
    const { userInfo } = answer as { userInfo?: UserInfo };
    // the answer is discarded if the member has signed out in the meantime
    if (isDone(answer) && userInfo && userInfo.userId === session.userInfo.peek()?.userId)
      session.update(userInfo);
    return answer;
  };

/** Refreshes the member's data. Returns the failure, if any; never rejects. One request at a time. */
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
