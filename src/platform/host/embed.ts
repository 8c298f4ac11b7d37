import type { Platform } from '../../core/platform';
import { trustedUrl } from '../trusted-url';

/** The global object of our script for partners' pages, as far as it is used here. */
interface Loader {
  mount(feature: string, into: Element, options: object): { update(options: object): void; destroy(): void };
}

const address = '/v1/embed.js';
/** Milliseconds to wait for the script (spec §8, §9). */
const timeoutMs = 120_000;

const registered = () => {
  const { CloudPhone } = window as { CloudPhone?: Partial<Loader> };
  return CloudPhone?.mount ? (CloudPhone as Loader) : undefined;
};

/** Loaded once per page. Fetched before it is imported, because a failed module cannot be requested again. */
async function loader(): Promise<Loader> {
  const present = registered();
  if (present) return present;
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), timeoutMs);
  try {
    const response = await fetch(address, { signal: giveUp.signal });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    await response.text();
  } finally {
    clearTimeout(timer);
  }
  await new Promise((resolve, fail) => {
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', src: trustedUrl(address), onload: resolve, onerror: fail });
    document.head.append(script);
  });
  const loaded = registered();
  if (!loaded) throw new Error(`${address} left nothing`);
  return loaded;
}

/** Embeds in our own pages, as in partners' pages. */
export const embed: NonNullable<Platform['embed']> = async (feature, into, { locale, token }) => {
  // where partners' pages open a tab, our own page navigates itself
  into.addEventListener('cp-leave', (event) => {
    const { url, reason } = (event as CustomEvent<{ url: string; reason: string }>).detail;
    if (reason !== 'app') return;
    event.preventDefault();
    location.assign(url);
  });
  const mounted = (await loader()).mount(feature, into, { locale, fetchToken: token, loading: 'eager' });
  return {
    speak: (locale) => mounted.update({ locale }),
    destroy: () => mounted.destroy(),
  };
};
