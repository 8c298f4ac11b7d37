/** Our own origin, without a trailing slash; inserted by the build. */
declare const ORIGIN: string;
export const origin = ORIGIN;

/** The parameters of a native page: the id of the request, and the address of the web view. */
export interface Question {
  id?: string;
  back?: string;
}

/** A result on its way back to the web page. */
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

/** A parameter of a page: WeChat passes them encoded, as they are in the address. */
export const parameter = decoded;

/** Whether an address is on our origin. */
export const isOwn = (url: string) =>
  url === origin || (url.startsWith(origin) && /^[/?#]/.test(url.slice(origin.length)));

/** The address with a result in its hash. It differs from every earlier one, because the web view would ignore an equal one. */
export function withResult({ id, back, value }: Result): string {
  const [page = '', hash = '/'] = back.split('#');
  const answer = encodeURIComponent(JSON.stringify([id, value]));
  return `${page}#${hash}${hash.includes('?') ? '&' : '?'}mpr=${answer}`;
}

/** Returns to the web page, with a result if there is one. Pages on other origins receive nothing. */
export function finish({ id = '', back }: Question, value?: unknown): void {
  const url = decoded(back);
  const { globalData } = getApp<Shell>();
  globalData.result = value !== undefined && id && isOwn(url) ? { id, back: url, value } : undefined;
  void wx.navigateBack();
}
