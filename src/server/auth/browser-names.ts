/** What a `User-Agent` header tells of the device, in the maker's own words; `''` when it tells nothing. */
export function systemOf(agent: string): string {
  const android = /Android [\d.]+; ([\w .+-]{1,40}?)(?: Build\/|\)|;)/.exec(agent)?.[1];
  // Chrome says K instead of the model
  if (/Android/.test(agent)) return android && android !== 'K' ? android : 'Android';
  return first(agent, {
    iPhone: /iPhone/,
    iPad: /iPad/,
    Windows: /Windows/,
    Mac: /Macintosh/,
    Linux: /Linux/,
  });
}

/** The browser or app; `''` when it tells nothing. Those that say they are another one, too, come first. */
export const appOf = (agent: string): string =>
  first(agent, {
    WeChat: /MicroMessenger/,
    Edge: /Edg/,
    Opera: /OPR\//,
    'Samsung Internet': /SamsungBrowser/,
    Firefox: /Firefox|FxiOS/,
    Chrome: /Chrome|CriOS/,
    Safari: /Safari/,
  });

const first = (agent: string, names: Record<string, RegExp>): string =>
  Object.entries(names).find(([, pattern]) => pattern.test(agent))?.[0] ?? '';
