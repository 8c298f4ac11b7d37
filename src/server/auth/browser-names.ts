/** The device that a `User-Agent` header names, as the maker spells it; `''` if it names none. */
export function systemOf(agent: string): string {
  const android = /Android [\d.]+; ([\w .+-]{1,40}?)(?: Build\/|\)|;)/.exec(agent)?.[1];
  // Chrome sends "K" in place of the model
  if (/Android/.test(agent)) return android && android !== 'K' ? android : 'Android';
  return first(agent, {
    iPhone: /iPhone/,
    iPad: /iPad/,
    Windows: /Windows/,
    Mac: /Macintosh/,
    Linux: /Linux/,
  });
}

/** The name of the browser or app; `''` if it is unknown. Browsers that also claim to be another one are tested first. */
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
