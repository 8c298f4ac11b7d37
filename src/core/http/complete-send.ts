import { createRenew, withMember } from '../session/renew';
import type { Session } from '../session/session';
import type { Send } from './answer';
import type { Failure } from './failure';
import { withRequestKey } from './keyed-send';
import { type PicturePlaces, withPictures } from './load-picture';
import type { PayProofs } from './pay-proof';
import { withPayProof } from './proved-send';

export interface CompleteSend {
  /** With the keys of what happens once, payment passwords, and pictures from where they are; it renews what is kept of the member. */
  send: Send;
  /** `App.renew`. */
  renew(): Promise<Failure | undefined>;
}

/** All that a page does about its calls beside sending them (`createSend`). It comes with what sends, for no call goes out before that. */
export function completeSend(
  plain: Send,
  { session, proofs, ...places }: { session: Session; proofs: PayProofs } & PicturePlaces,
): CompleteSend {
  const send = withMember(withRequestKey(withPayProof(withPictures(plain, places), proofs)), session);
  return { send, renew: createRenew(send) };
}
