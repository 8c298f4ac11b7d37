import { added, call } from '../wire/call';
import type * as rules from './share.rules';

/** What WeChat's JS-SDK is configured with (spec §3, share data). */
export interface ShareData {
  appId: string;
  /** Seconds. */
  timestamp: number;
  nonceStr: string;
  /** SHA-1, lower-case hex. */
  signature: string;
  jsApiList: string[];
  debug: boolean;
}

/**
 * Share data for a page of ours, as a JSON string (spec §7). Refused (500) for a page of somebody else's, and where this
 * deployment has no WeChat account or WeChat does not answer.
 */
export const wechatShare = call<typeof rules.wechatShare, { data: string }>('wechat/share', {
  guard: 'anyone',
});

/**
 * The member's own code of the mini-program, which opens it with their invite code (`scene`: `i=CODE`). `picture`: a data URL. Refused
 * (500) where this deployment has no mini-program, while that is not published, and when WeChat does not answer.
 */
export const miniCode = added<typeof rules.miniCode, { picture: string }>('share/miniCode');

/**
 * Lets one picture or video be sent for the member by a page that does not know their session: as `imageFile` or `videoFile` to
 * `{base}/upload/native`, with the header `authorization: Ticket <ticket>`. Good for ten minutes, while the session lasts, and for one file.
 */
export const mediaTicket = added<typeof rules.mediaTicket, { ticket: string }>('share/mediaTicket');
