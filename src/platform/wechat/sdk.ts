import weixin from 'weixin-js-sdk';
import type { BookAddress, Card, PaymentOutcome, Point, Spot } from '../../core/platform';
import { type AskShareData, callLimits, createCalls, type PageAddress, type Wx } from './calls';
import { pictureOf } from './native-upload';

/** The data that WeChat needs for a payment (spec §3). */
export interface PayData {
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: string;
  paySign: string;
}

/** WeChat's own script; its types lack openAddress. Undefined outside a browser. */
const itsOwn = weixin as unknown as Wx;

/** Types of bar codes that WeChat puts before their content: `CODE_128,123456`. */
const barCode = /^(CODABAR|CODE_(39|93|128)|EAN_(8|13)|ITF|RSS_\w+|UPC_[AE]),/;

/** Milliseconds in which WeChat reports an unknown page; it does not always report success. */
const refusalMs = 1500;

interface MiniProgramSdk {
  miniProgram: {
    navigateTo(options: { url: string; success(): void; fail(): void }): void;
    postMessage(options: { data: object }): void;
  };
}

/** Opens a page of the surrounding mini-program; needs no configuration. */
export const navigateTo = (url: string, wx = weixin as unknown as MiniProgramSdk): Promise<void> =>
  new Promise((resolve, fail) => {
    setTimeout(resolve, refusalMs);
    wx.miniProgram.navigateTo({ url, success: resolve, fail: () => fail(new Error('unavailable')) });
  });

/** Stores a card for the menu of the mini-program. */
export const leaveCard = ({ title, url }: Card, wx = weixin as unknown as MiniProgramSdk): void =>
  wx.miniProgram.postMessage({ data: { title, url } });

/** The functions of WeChat's JS-SDK for a page. Nothing is called before it is configured. */
export function createSdk(ask: AskShareData, page: PageAddress, wx: Wx = itsOwn, limits = callLimits) {
  const { allows, invoke } = createCalls(wx, ask, page, limits);
  return {
    /** Sets the content that WeChat's menu shares; the member opens that menu. */
    async share({ title, url }: Card): Promise<'menu'> {
      const imgUrl = `${new URL(page.current()).origin}/icon-192.png`;
      const card = { title, desc: title, link: url, imgUrl };
      for (const [now, before] of [
        ['updateAppMessageShareData', 'onMenuShareAppMessage'],
        ['updateTimelineShareData', 'onMenuShareTimeline'],
      ] as const) {
        if (await allows(now)) await invoke(now, card);
        // older versions call back after the member has shared, which is not awaited
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
      // as numbers: iPhones ignore texts
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
      const area = [provinceName, cityName, countryName].join(''); // WeChat's name for the county
      return {
        username: String(userName),
        userphone: String(telNumber),
        area,
        address: String(detailInfo),
      };
    },
    /** Whether `pay` is permitted. */
    mayPay: () => allows('chooseWXPay').catch(() => false),
    /** The SDK expects the time under a different name, and sends "undefined" under the correct one. */
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
