/** Which sites the full page opens inside itself, and how it tells them apart: the gateway's settings and the phone agree on it. */

/** How browsers write an origin whose name is in ASCII; nothing else may stand in a policy. */
const origin = /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;
const machine = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

const read = (address: string): URL | undefined => {
  try {
    return new URL(address);
  } catch {
    return;
  }
};

/** Whether it is exactly an origin that may be on the list: https, or http on this very machine. */
export const isSite = (text: string): boolean =>
  origin.test(text) && read(text)?.origin === text && (text.startsWith('https:') || machine.test(text));

/** `url`: the address as browsers write it. `host`: the site's name in ASCII, with its port. */
export type Site = { url: string; host: string } | { refused: true; host?: string };

/**
 * What to do with an address that a link brought along: to be opened when its origin is on the list, and otherwise refused,
 * with the host if there is one to name. Nothing is forgiven that browsers would: another scheme, a user name, a backslash,
 * a missing slash, white space. `own`: our own origin, which is never a site in a frame, whatever the list says.
 */
export function siteOf(address: string, origins: readonly string[], own: string | undefined): Site {
  const [, authority] = /^https?:\/\/([^/?#\\]+)/i.exec(address) ?? [];
  const url = authority && read(address);
  if (!url) return { refused: true };
  const { host, href } = url;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  const odd = /[\x00-\x20\x7f\\]/.test(address) || /[@%]/.test(authority) || url.username || url.password;
  const ours = own !== undefined && host === read(own)?.host;
  if (odd || ours || !isSite(url.origin) || !origins.includes(url.origin)) return { refused: true, host };
  return { url: href, host };
}
