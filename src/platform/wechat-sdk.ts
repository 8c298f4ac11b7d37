import type { BookAddress, Card, Point } from './platform';

type Answer = Record<string, unknown>;
interface Options {
  success(answer: Answer): void;
  fail(answer: Answer): void;
  cancel?(answer: Answer): void;
  [option: string]: unknown;
}
/** As much of weixin-js-sdk as is used. */
export interface Wx {
  config(data: object): void;
  ready(call: () => void): void;
  error(call: () => void): void;
  scanQRCode(options: Options): void;
  getLocation(options: Options): void;
  chooseImage(options: Options): void;
  getLocalImgData(options: Options): void;
  openAddress(options: Options): void;
  updateAppMessageShareData(options: Options): void;
  updateTimelineShareData(options: Options): void;
}

/** Answers share data (spec §7) for a page, as a JSON string. */
export type AskShareData = (url: string) => Promise<string>;

/** Milliseconds that WeChat may take to accept the configuration: outside of it, it never answers. */
const timeoutMs = 8000;

/** What WeChat's JS-SDK can do for a page. Nothing is asked of it before it was configured, which happens once. */
export function createSdk(wx: Wx, ask: AskShareData, pageUrl: string) {
  let configured: Promise<void> | undefined;
  const configure = async () => {
    const data = JSON.parse(await ask(pageUrl.split('#')[0] ?? ''));
    await new Promise<void>((settle, fail) => {
      const timer = setTimeout(() => fail(new Error('unavailable')), timeoutMs);
      let refused = false; // `ready` is called all the same
      wx.error(() => {
        refused = true;
      });
      wx.ready(() => {
        clearTimeout(timer);
        if (refused) fail(new Error('unavailable'));
        else settle();
      });
      wx.config({ ...data, jsApiList: [...data.jsApiList] }); // it changes the list that it is given
    });
  };
  const ready = () => {
    configured ??= configure().catch((error) => {
      configured = undefined;
      throw error;
    });
    return configured;
  };
  type Name = Exclude<keyof Wx, 'config' | 'ready' | 'error'>;
  /** Nothing when the member has changed their mind. */
  const invoke = async (name: Name, options: Answer): Promise<Answer | undefined> => {
    await ready();
    return new Promise((settle, fail) => {
      wx[name]({
        ...options,
        success: settle,
        cancel: () => settle(undefined),
        fail: ({ errMsg }) => fail(new Error(/den(y|ied)/.test(`${errMsg}`) ? 'denied' : 'unavailable')),
      });
    });
  };
  return {
    async share({ title, url }: Card): Promise<void> {
      const card = { title, desc: title, link: url, imgUrl: '' };
      await invoke('updateAppMessageShareData', card);
      await invoke('updateTimelineShareData', card);
    },
    /** The text of a code. Bar codes come with their type before a comma. */
    async scan(): Promise<string | undefined> {
      const answer = await invoke('scanQRCode', { needResult: 1, scanType: ['qrCode', 'barCode'] });
      return answer && String(answer.resultStr).replace(/^[A-Z]+_?\d*,/, '');
    },
    async position(): Promise<Point> {
      const answer = await invoke('getLocation', { type: 'gcj02' });
      if (!answer) throw new Error('denied');
      return { latitude: Number(answer.latitude), longitude: Number(answer.longitude) };
    },
    async chooseImage(): Promise<File | undefined> {
      const chosen = await invoke('chooseImage', {
        count: 1,
        sizeType: ['compressed'],
        sourceType: ['album'],
      });
      const [localId] = (chosen?.localIds as string[] | undefined) ?? [];
      if (!localId) return;
      const { localData } = (await invoke('getLocalImgData', { localId })) ?? {};
      // iPhones put a type before it, misspelt, and break its lines
      const base64 = `${localData}`.replace(/^data:[^,]*,/, '').replace(/\s/g, '');
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      return new File([bytes], 'photo.jpg', { type: 'image/jpeg' });
    },
    async addressBook(): Promise<BookAddress | undefined> {
      const got = await invoke('openAddress', {});
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
  };
}
export type Sdk = ReturnType<typeof createSdk>;
