/** Our own origin, without a slash at the end; written in by the build. */
declare const ORIGIN: string;
export const origin = ORIGIN;

/** What a native page is opened with: whose question it answers, and the address that the web view shows. */
export interface Question {
  id?: string;
  back?: string;
}

/** An answer on its way back to the web page. */
export interface Result {
  id: string;
  back: string;
  value: unknown;
}

export interface Shell {
  globalData: { result: Result | undefined };
}

const decoded = (text = '') => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/** A parameter of a page: WeChat passes them as they stand in the address. */
export const parameter = decoded;

/** Whether an address is a page of ours. */
export const isOwn = (url: string) =>
  url === origin || (url.startsWith(origin) && /^[/?#]/.test(url.slice(origin.length)));

/** The address with a result in its hash. It differs from every one before, or the web view would not take it. */
export function withResult({ id, back, value }: Result): string {
  const [page = '', hash = '/'] = back.split('#');
  const answer = encodeURIComponent(JSON.stringify([id, value]));
  return `${page}#${hash}${hash.includes('?') ? '&' : '?'}mpr=${answer}`;
}

/** Back to the web page, with an answer if there is one. Nothing is handed to a page that is not ours. */
export function finish({ id = '', back }: Question, value?: unknown): void {
  const url = decoded(back);
  const { globalData } = getApp<Shell>();
  globalData.result = value !== undefined && id && isOwn(url) ? { id, back: url, value } : undefined;
  void wx.navigateBack();
}
