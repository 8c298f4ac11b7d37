import { added, call } from '../wire/call';
import type * as rules from './share.rules';

/** The configuration of WeChat's JS-SDK (spec §3, share data). */
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
 * Share data for a page of ours, as a JSON string (spec §7). Refused (500) for a page on another origin, and if this deployment has no
 * WeChat account or WeChat does not respond.
 */
export const wechatShare = call<typeof rules.wechatShare, { data: string }>('wechat/share', {
  guard: 'anyone',
});

/**
 * The member's own code of the mini-program, which opens it with their invite code (`scene`: `i=CODE`). `picture`: a data URL. Refused
 * (500) if this deployment has no mini-program, if it is not published, or if WeChat does not respond.
 */
export const miniCode = added<typeof rules.miniCode, { picture: string }>('share/miniCode');

/**
 * Permits a page without the member's session to upload one picture or video for the member: as `imageFile` or `videoFile` to
 * `{base}/upload/native`, with the header `authorization: Ticket <ticket>`. Valid for ten minutes, while the session lasts, and for one
 * file.
 */
export const mediaTicket = added<typeof rules.mediaTicket, { ticket: string }>('share/mediaTicket');
