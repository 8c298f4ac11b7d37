import weixin from 'weixin-js-sdk';
import type { BookAddress, Card, PaymentOutcome, Point, Spot } from '../../core/platform';
import { type AskShareData, callLimits, createCalls, type PageAddress, type Wx } from './calls';
import { pictureOf } from './native-upload';

/** What WeChat is handed to pay (spec §3). */
export interface PayData {
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: string;
  paySign: string;
}

/** WeChat's own script; its types know no openAddress. Outside a browser it is nothing. */
const itsOwn = weixin as unknown as Wx;

/** Types of bar codes that WeChat puts before what they say: `CODE_128,123456`. */
const barCode = /^(CODABAR|CODE_(39|93|128)|EAN_(8|13)|ITF|RSS_\w+|UPC_[AE]),/;

/** Milliseconds in which WeChat says that there is no such page; it does not always say that there is one. */
const refusalMs = 1500;

interface MiniProgramSdk {
  miniProgram: {
    navigateTo(options: { url: string; success(): void; fail(): void }): void;
    postMessage(options: { data: object }): void;
  };
}

/** Opens a page of the mini-program that the page is shown in; needs no configuration. */
export const navigateTo = (url: string, wx = weixin as unknown as MiniProgramSdk): Promise<void> =>
  new Promise((resolve, fail) => {
    setTimeout(resolve, refusalMs);
    wx.miniProgram.navigateTo({ url, success: resolve, fail: () => fail(new Error('unavailable')) });
  });

/** Leaves a card for when the member opens the menu of the mini-program. */
export const leaveCard = ({ title, url }: Card, wx = weixin as unknown as MiniProgramSdk): void =>
  wx.miniProgram.postMessage({ data: { title, url } });

/** What WeChat's JS-SDK can do for a page. Nothing is asked of it before it was configured. */
export function createSdk(ask: AskShareData, page: PageAddress, wx: Wx = itsOwn, limits = callLimits) {
  const { allows, invoke } = createCalls(wx, ask, page, limits);
  return {
    /** Says what the menu of WeChat sends; it is the member who opens that menu. */
    async share({ title, url }: Card): Promise<'menu'> {
      const imgUrl = `${new URL(page.current()).origin}/icon-192.png`;
      const card = { title, desc: title, link: url, imgUrl };
      for (const [now, before] of [
        ['updateAppMessageShareData', 'onMenuShareAppMessage'],
        ['updateTimelineShareData', 'onMenuShareTimeline'],
      ] as const) {
        if (await allows(now)) await invoke(now, card);
        // older ones answer once the member has shared, which is not waited for
        else if (await allows(before)) void invoke(before, card).catch(() => {});
        else throw new Error('unavailable');
      }
      return 'menu';
    },
    /** The text of a code. */
    async scan(): Promise<string | undefined> {
      const options = { needResult: 1, scanType: ['qrCode', 'barCode'] };
      const answer = await invoke('scanQRCode', options, 'member');
      return answer && String(answer.resultStr).replace(barCode, '');
    },
    async position(): Promise<Point> {
      // asks the member first
      const answer = await invoke('getLocation', { type: 'gcj02' }, 'member');
      if (!answer) throw new Error('denied');
      return { latitude: Number(answer.latitude), longitude: Number(answer.longitude) };
    },
    async openLocation({ latitude, longitude, name, address }: Spot): Promise<void> {
      // as numbers: iPhones open nothing for a text
      await invoke('openLocation', { latitude, longitude, name, address, scale: 16 });
    },
    async chooseImage(): Promise<File | undefined> {
      const chosen = await invoke(
        'chooseImage',
        { count: 1, sizeType: ['compressed'], sourceType: ['album'] },
        'member',
      );
      const [localId] = (chosen?.localIds as string[] | undefined) ?? [];
      if (!localId) return;
      const { localData } = (await invoke('getLocalImgData', { localId })) ?? {};
      return pictureOf(`${localData}`);
    },
    async addressBook(): Promise<BookAddress | undefined> {
      const got = await invoke('openAddress', {}, 'member');
      if (!got) return;
      const { userName, telNumber, provinceName, cityName, countryName, detailInfo } = got;
      const area = [provinceName, cityName, countryName].join(''); // WeChat calls the county so
      return {
        username: String(userName),
        userphone: String(telNumber),
        area,
        address: String(detailInfo),
      };
    },
    /** Whether `pay` can be used. */
    mayPay: () => allows('chooseWXPay').catch(() => false),
    /** The SDK wants the time under a name of its own, and sends "undefined" under the right one. */
    async pay({ timeStamp, nonceStr, package: prepay, signType, paySign }: PayData): Promise<PaymentOutcome> {
      const data = { timestamp: timeStamp, nonceStr, package: prepay, signType, paySign };
      try {
        return (await invoke('chooseWXPay', data, 'member')) ? 'paid' : 'cancelled';
      } catch {
        return 'failed';
      }
    },
  };
}
export type Sdk = ReturnType<typeof createSdk>;
