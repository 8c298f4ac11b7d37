import type { Locale } from '../../contract/wire/locale';
import type { EmbedElement } from '../api';
import type { Advice, AdviceModule } from '../host';
import { mistakes } from './words';

// Loaded only when there is something to say to the developer of the page around.

/** `advice` of `i18n/<locale>/embed.json`, written here by the build. */
declare const ADVICE_WORDS: Record<Locale, [fullPage: string, connect: string]>;

/** Attributes of ours as they are, by how they are often written. */
const attributes = 'partner token-endpoint mode loading locale route nonce'.split(' ');
const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** What the element has that looks like an option and is none. */
function misspelt(element: HTMLElement): string {
  const found = element.getAttributeNames().flatMap((name) => {
    if (plain(name) === 'fetchtoken')
      return 'fetchToken is set as an attribute, which is text: set it as a property (Vue: :fetchToken.prop="…", Svelte: use:cloudphone).';
    const meant = attributes.find((one) => one !== name && plain(one) === plain(name));
    if (meant) return `The attribute ${name} is called ${meant}.`;
    return name === 'token' ? 'There is no attribute for a token: set token-endpoint.' : [];
  });
  return found.join(' ');
}

/** Ways on that an error leaves, in the box that says it: the member's account to be connected, or the full page. */
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
  // a page could lead anywhere by itself, but not in our words: it is always our own origin
  const [, path] = /(\/#\/pages\/mine\/connectPartner\?.*)/.exec(connectUrl ?? '') ?? [];
  if (!path) return;
  link(origin + path, connect);
  // they come back from there
  addEventListener('focus', () => element.isConnected && element.state === 'error' && element.refresh(), {
    once: true,
  });
}

/** One line in the console for one failure: what happened, what was given, what is allowed, what to do, where to read on. */
export const advise: AdviceModule['advise'] = (advice, element, locale) => {
  const { code, given, allowed, status, requestId } = advice;
  const { origin } = new URL(import.meta.url);
  lead(advice, element, origin, locale);
  if (window !== parent && /^\/frame\//.test(location.pathname)) return; // the page around says it
  const [happened, mend] = mistakes[code] ?? mistakes.internal;
  const pageOrigin = code === 'origin_mismatch' ? `this page is ${location.origin}` : '';
  const parts = [
    `Cloudphone: <${element.localName}> ${code}.`,
    happened,
    (given || pageOrigin) && `Given: ${[given, pageOrigin].filter(Boolean).join(', ')}.`,
    status && !given?.includes(String(status)) && `Status ${status}.`,
    allowed && `There are: ${allowed.join(', ')}.`,
    mend,
    misspelt(element),
    requestId && `Request ${requestId}.`,
    `${origin}/v1/mistakes.html#${code}`,
  ];
  console.warn(parts.filter(Boolean).join(' '));
};
