type Answer = Record<string, unknown>;
interface Options {
  success(answer: Answer): void;
  fail(answer: Answer): void;
  cancel?(answer: Answer): void;
  [option: string]: unknown;
}
type Call = (options: Options) => void;

/** The part of weixin-js-sdk that is used. */
export interface Wx {
  config(data: object): void;
  ready(call: () => void): void;
  error(call: (answer: Answer) => void): void;
  checkJsApi: Call;
  scanQRCode: Call;
  getLocation: Call;
  openLocation: Call;
  chooseImage: Call;
  getLocalImgData: Call;
  openAddress: Call;
  chooseWXPay: Call;
  updateAppMessageShareData: Call;
  updateTimelineShareData: Call;
  onMenuShareAppMessage: Call;
  onMenuShareTimeline: Call;
}
type Name = Exclude<keyof Wx, 'config' | 'ready' | 'error' | 'checkJsApi'>;

/** Returns share data (spec §7) for a page, as a JSON string. */
export type AskShareData = (url: string) => Promise<string>;

/** The address of the page. WeChat on iPhones checks the address with which the page was opened, on Android the current one. */
export interface PageAddress {
  landing: string;
  current(): string;
  ios: boolean;
}

/**
 * Milliseconds: `call`, for operations of WeChat itself; `member`, for a person who scans or chooses; `quiet`, without an error after a
 * second configuration, because success is not reported.
 */
export const callLimits = { call: 8000, member: 120_000, quiet: 2000 };

const unavailable = () => new Error('unavailable');
const beforeHash = (url: string) => url.split('#')[0] ?? '';

/** `work`, or a rejection with 'unavailable' after `limit` milliseconds: outside WeChat its SDK never calls back. */
const within = <T>(
  limit: number,
  work: (resolve: (value: T) => void, fail: (error: Error) => void) => void,
) =>
  new Promise<T>((resolve, fail) => {
    const timer = setTimeout(() => fail(unavailable()), limit);
    work(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        fail(error);
      },
    );
  });

/**
 * WeChat's JS-SDK, configured by `wechat/share` on first use, with promises that always settle. Unavailable functions reject with
 * 'unavailable', those that the member has forbidden with 'denied'.
 */
export function createCalls(wx: Wx, ask: AskShareData, page: PageAddress, limits = callLimits) {
  let rounds = 0;

  /** The SDK's error for a configuration; undefined if it was accepted. */
  async function offer(url: string): Promise<{ names: string[]; problem: string }> {
    const data = JSON.parse(await ask(url)) as { jsApiList?: unknown };
    const names = Array.isArray(data.jsApiList) ? data.jsApiList.map(String) : [];
    const isFirst = !rounds++;
    const problem = await within<string>(limits.call, (resolve) => {
      wx.error(({ errMsg }) => resolve(`${errMsg}`));
      wx.config({ ...data, jsApiList: [...names] }); // it modifies the list that it receives
      // `ready` also follows an error, and fires immediately from then on
      if (isFirst) wx.ready(() => setTimeout(resolve, 0, ''));
      else setTimeout(resolve, limits.quiet, '');
    });
    return { names, problem };
  }

  /** The calls that WeChat permits the page. This response, and not `ready`, proves that the configuration succeeded. */
  async function configure(): Promise<Record<string, unknown>> {
    const { landing, current, ios } = page;
    const [here, there] = ios ? [landing, current()] : [current(), landing];
    const [first, second] = [beforeHash(here), beforeHash(there)];
    let { names, problem } = await offer(first);
    if (/invalid signature/i.test(problem) && second !== first) ({ names, problem } = await offer(second));
    if (problem) throw unavailable();
    const { checkResult } = await within<Answer>(limits.call, (resolve, fail) =>
      wx.checkJsApi({ jsApiList: [...names], success: resolve, fail: () => fail(unavailable()) }),
    );
    return (checkResult ?? {}) as Record<string, unknown>;
  }

  let configured: ReturnType<typeof configure> | undefined;
  const ready = () => {
    configured ??= configure().catch((error) => {
      configured = undefined; // requested again the next time
      throw error;
    });
    return configured;
  };

  return {
    /** Whether WeChat permits the page a call. Rejects if the page could not be configured. */
    allows: async (name: Name): Promise<boolean> => `${(await ready())[name]}` === 'true',
    /** Undefined if the member canceled. `by`: who the call waits for. */
    async invoke(name: Name, options: Answer, by: 'call' | 'member' = 'call'): Promise<Answer | undefined> {
      if (`${(await ready())[name]}` !== 'true') throw unavailable();
      return within<Answer | undefined>(limits[by], (resolve, fail) =>
        wx[name]({
          ...options,
          success: resolve,
          cancel: () => resolve(undefined),
          fail: ({ errMsg }) => fail(new Error(/den(y|ied)/.test(`${errMsg}`) ? 'denied' : 'unavailable')),
        }),
      );
    },
  };
}
