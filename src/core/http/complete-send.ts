import { createRenew, withMember } from '../session/renew';
import type { Session } from '../session/session';
import type { Send } from './answer';
import type { Failure } from './failure';
import { withRequestKey } from './keyed-send';
import { type PicturePlaces, withPictures } from './load-picture';
import type { PayProofs } from './pay-proof';
import { withPayProof } from './proved-send';

export interface CompleteSend {
  /** Adds request keys, payment passwords and addresses of pictures to `send`, and refreshes the stored data of the member. */
  send: Send;
  /** `App.renew`. */
  renew(): Promise<Failure | undefined>;
}

/**
 * Everything that a page does for its calls besides sending them (`createSend`). It is loaded together with the client, because no call
 * is sent before.
 */
export function completeSend(
  plain: Send,
  { session, proofs, ...places }: { session: Session; proofs: PayProofs } & PicturePlaces,
): CompleteSend {
  const send = withMember(withRequestKey(withPayProof(withPictures(plain, places), proofs)), session);
  return { send, renew: createRenew(send) };
}
