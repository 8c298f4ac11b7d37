import { randomBytes } from 'node:crypto';
import * as calls from '../../contract/member/share';
import * as rules from '../../contract/member/share.rules';
import type { CallGroup } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { mediaTicket } from './media-ticket';
import { miniCode } from './mini-code';
import { shareSignature, ticketOf } from './ticket';

/** The WeChat APIs that the app uses. */
const jsApiList = [
  'checkJsApi',
  'updateAppMessageShareData',
  'updateTimelineShareData',
  'onMenuShareAppMessage',
  'onMenuShareTimeline',
  'getLocation',
  'openLocation',
  'chooseImage',
  'getLocalImgData',
  'scanQRCode',
  'openAddress',
  'chooseWXPay',
];

export const shareCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async wechatShare({ url }, { db, settings, now }) {
      const { publicUrl, wechat, wechatApi } = settings;
      if (!wechat) throw new DomainError('wechatMissing');
      // otherwise anybody could have their pages signed
      if (!/^[/?#]|^$/.test(url.slice(publicUrl.length)) || !url.startsWith(publicUrl))
        throw new DomainError('shareForeign');
      const ticket = await ticketOf(db.run, { ...wechat, api: wechatApi }, now);
      const nonceStr = randomBytes(12).toString('hex');
      const timestamp = Math.floor(now / 1000);
      const data: calls.ShareData = {
        appId: wechat.appId,
        timestamp,
        nonceStr,
        signature: shareSignature(ticket, nonceStr, timestamp, url),
        jsApiList,
        debug: false,
      };
      return { data: JSON.stringify(data) };
    },
    miniCode: (_, ctx) => miniCode(ctx),
    mediaTicket: async ({ kind }, ctx) => ({ ticket: await mediaTicket(ctx, kind) }),
  },
};
