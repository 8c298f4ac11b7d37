import type { Locale } from '../../contract/wire/locale';
import type { EmbedElement } from '../api';
import type { Advice, AdviceModule } from '../host';
import { mistakes } from './words';

// Loaded only when there is a message for the developer of the surrounding page.

/** `advice` of `i18n/<locale>/embed.json`, written here by the build. */
declare const ADVICE_WORDS: Record<Locale, [fullPage: string, connect: string]>;

/** Our attributes in their correct spelling, by common misspellings. */
const attributes = 'partner token-endpoint mode loading locale route heading nonce'.split(' ');
const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** An attribute of the element that looks like an option but is not one. */
function misspelt(element: HTMLElement): string {
  const found = element.getAttributeNames().flatMap((name) => {
    if (plain(name) === 'fetchtoken')
      return 'fetchToken is set as an attribute, which is text. Set it as a property (Vue: :fetchToken.prop="…", Svelte: use:cloudphone).';
    const meant = attributes.find((one) => one !== name && plain(one) === plain(name));
    if (meant) return `The attribute ${name} does not exist. Did you mean ${meant}?`;
    return name === 'token' ? 'The attribute token does not exist. Set token-endpoint.' : [];
  });
  return found.join(' ');
}

/** Adds a link to the box of an error: to connect the member's account, or to the full page. */
function lead({ code, connectUrl }: Advice, element: EmbedElement, origin: string, locale: Locale): void {
  const box = element.shadowRoot?.querySelector('.w');
  if (!box || element.state !== 'error') return;
  const [fullPage, connect] = ADVICE_WORDS[locale];
  const link = (href: string, textContent: string) => {
    const made = Object.assign(document.createElement('a'), {
      href,
      textContent,
      target: '_blank',
      rel: 'noopener',
    });
    box.insertBefore(made, box.querySelector('button'));
  };
  if (/handshake|protocol/.test(code)) link(origin, fullPage);
  // the page could link anywhere itself, but not in our words: the target is always our own origin
  const [, path] = /(\/#\/pages\/mine\/connectPartner\?.*)/.exec(connectUrl ?? '') ?? [];
  if (!path) return;
  link(origin + path, connect);
  // the member comes back from there
  addEventListener('focus', () => element.isConnected && element.state === 'error' && element.refresh(), {
    once: true,
  });
}

/** Logs one line per failure: what happened, the given value, the allowed values, the advice, and a link to the explanation. */
export const advise: AdviceModule['advise'] = (advice, element, locale) => {
  const { code, given, allowed, status, requestId } = advice;
  const { origin } = new URL(import.meta.url);
  lead(advice, element, origin, locale);
  if (window !== parent && /^\/frame\//.test(location.pathname)) return; // the surrounding page logs it
  const [happened, mend] = mistakes[code] ?? mistakes.internal;
  const pageOrigin = code === 'origin_mismatch' ? `the page’s origin is ${location.origin}` : '';
  const parts = [
    `Cloudphone: <${element.localName}> ${code}.`,
    happened,
    (given || pageOrigin) && `Given: ${[given, pageOrigin].filter(Boolean).join(', ')}.`,
    status && !given?.includes(String(status)) && `Status ${status}.`,
    allowed && `Valid: ${allowed.join(', ')}.`,
    mend,
    misspelt(element),
    requestId && `Request ${requestId}.`,
    `${origin}/v1/mistakes.html#${code}`,
  ];
  console.warn(parts.filter(Boolean).join(' '));
};
