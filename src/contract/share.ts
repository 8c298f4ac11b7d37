import type * as rules from './share.rules';
import { call } from './wire/call';

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
export const wechatShare = call<typeof rules.wechatShare, { data: string }>('wechat/share', 'anyone');
