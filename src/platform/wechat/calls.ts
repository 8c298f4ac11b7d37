type Answer = Record<string, unknown>;
interface Options {
  success(answer: Answer): void;
  fail(answer: Answer): void;
  cancel?(answer: Answer): void;
  [option: string]: unknown;
}
type Call = (options: Options) => void;

/** As much of weixin-js-sdk as is used. */
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

/** Answers share data (spec §7) for a page, as a JSON string. */
export type AskShareData = (url: string) => Promise<string>;

/** Where the page is. WeChat on iPhones checks the address that was landed on, on Android the one of now. */
export interface PageAddress {
  landing: string;
  current(): string;
  ios: boolean;
}

/**
 * Milliseconds: `call`, what WeChat may take by itself; `member`, what somebody may take to scan or to choose; `quiet`, how long a
 * second configuration must bring no error, because nothing says that it went well.
 */
export const callLimits = { call: 8000, member: 120_000, quiet: 2000 };

const unavailable = () => new Error('unavailable');
const beforeHash = (url: string) => url.split('#')[0] ?? '';

/** `work`, or a rejection with 'unavailable' after `limit` milliseconds: outside of WeChat its SDK never calls back. */
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
 * WeChat's JS-SDK, configured by `wechat/share` when it is first needed, and by promises that always end. What cannot be had
 * rejects with 'unavailable', what the member has forbidden with 'denied'.
 */
export function createCalls(wx: Wx, ask: AskShareData, page: PageAddress, limits = callLimits) {
  let rounds = 0;

  /** What the SDK has against a configuration; nothing when it took it. */
  async function offer(url: string): Promise<{ names: string[]; problem: string }> {
    const data = JSON.parse(await ask(url)) as { jsApiList?: unknown };
    const names = Array.isArray(data.jsApiList) ? data.jsApiList.map(String) : [];
    const isFirst = !rounds++;
    const problem = await within<string>(limits.call, (resolve) => {
      wx.error(({ errMsg }) => resolve(`${errMsg}`));
      wx.config({ ...data, jsApiList: [...names] }); // it changes the list that it is given
      // `ready` comes after an error as well, and from then on at once
      if (isFirst) wx.ready(() => setTimeout(resolve, 0, ''));
      else setTimeout(resolve, limits.quiet, '');
    });
    return { names, problem };
  }

  /** Which calls WeChat allows the page. That it was configured is known from this answer and not from `ready`. */
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
      configured = undefined; // asked again the next time
      throw error;
    });
    return configured;
  };

  return {
    /** Whether WeChat allows the page a call. Rejects when the page could not be configured. */
    allows: async (name: Name): Promise<boolean> => `${(await ready())[name]}` === 'true',
    /** Nothing when the member has changed their mind. `by` says whom the call waits for. */
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
