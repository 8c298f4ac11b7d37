/** The rule that decides which sites the full page may open inside itself; the gateway's settings and the phone share it. */

/** The form in which browsers write an ASCII origin; nothing else may be part of a policy. */
const origin = /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;
const machine = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

const read = (address: string): URL | undefined => {
  try {
    return new URL(address);
  } catch {
    return;
  }
};

/** Whether it is an origin that the list may contain: https, or http on this very machine. */
export const isSite = (text: string): boolean =>
  origin.test(text) && read(text)?.origin === text && (text.startsWith('https:') || machine.test(text));

/** `url`: the address as browsers write it. `host`: the site's name in ASCII, with its port. */
export type Site = { url: string; host: string } | { refused: true; host?: string };

/**
 * Decides about an address from a link: it is opened if its origin is on the list, and otherwise refused, with the host if there is one
 * to name. Unlike browsers, it accepts no other scheme, user name, backslash, missing slash or white space. `own`: our own origin, which
 * is never framed as a site, whatever the list contains.
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
