import { createRoot } from 'react-dom/client';
import { createDownload } from '../core/navigation/download';
import { type Bundle, createI18n, type Locale, localeOf } from '../core/text/i18n';
import { detect } from '../platform/detect';
import { createPage, Page } from './frame/page';
import { screens } from './navigation/screens';
import { createLateSheet } from './start/late-sheet';
import { addressOf, adopt, type Manifest } from './start/manifest';

/** What the server writes into the HTML: the API base and the signing secret (an integrity filter, not a secret). */
interface Config {
  base: string;
  secret: string;
  jump?: boolean;
}

async function main() {
  const { started, words } = window.cloudphone;
  const download = createDownload(started);
  const http = () => import('../core/http/http');
  const url = (file: number) => window.cp[file] ?? '';

  /** The manifest that `has` what is asked for; the whole one, once it is here, has everything. */
  const manifestWith = async (has: (manifest: Manifest) => boolean): Promise<Manifest> => {
    const { base, whole } = window.cloudphone.manifest;
    if (whole && !has(window.cloudphone.manifest)) adopt(JSON.parse(await download(base + whole)));
    return window.cloudphone.manifest;
  };
  const route = async (path: string): Promise<Manifest['routes'][string]> =>
    (await manifestWith(({ routes }) => path in routes)).routes[path] ?? [0, []];
  const lateSheet = createLateSheet(url(window.cloudphone.manifest.late), download);

  const platform = await detect();
  const config: Config = JSON.parse(
    document.querySelector('meta[name=cloudphone]')?.getAttribute('content') ?? '{}',
  );
  if ('jump' in config) platform.local.set('jump', config.jump ? '1' : undefined);
  let landing: Promise<Record<Bundle, object>> | undefined;
  const loadMessages = async (locale: Locale, bundle: Bundle) => {
    if (locale === words?.locale) {
      landing ??= download(words.url).then(JSON.parse);
      const found = await landing.catch(() => undefined); // each by itself, which may be in the browser's cache
      if (found?.[bundle]) return found[bundle];
    }
    return JSON.parse(
      await download(
        addressOf(await manifestWith(({ bundles }) => bundles.includes(bundle)), locale, bundle),
      ),
    );
  };
  const i18n = createI18n(localeOf(platform.local.get('locale') ?? platform.language), loadMessages);
  i18n.locale.subscribe((locale) => {
    document.documentElement.lang = locale === 'zh' ? 'zh-CN' : 'en';
  });

  await i18n.ready('common'); // what we need to be able to say that anything else went wrong
  const made = createPage({
    platform,
    i18n,
    ...config,
    http,
    begun(name) {
      const { call } = window.cloudphone;
      if (call?.name !== name) return;
      window.cloudphone.call = undefined;
      return call.answer;
    },
    settled() {
      // before the next tap, and not before what this one is about; whoever needs them and finds them missing asks again
      void http().catch(() => {});
      const alone = async () => {
        const manifest = await manifestWith(() => false);
        // other screens find each bundle in the browser's cache, also without a connection
        const bundles = Object.keys((await landing) ?? {});
        await Promise.all(bundles.map((bundle) => download(addressOf(manifest, i18n.locale.peek(), bundle))));
      };
      void alone().catch(() => {});
      const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
      if (icon) icon.href = '/icon.svg';
      // opens the app without a connection; where there is none of it, or it is blocked, the app is as it was
      if (process.env.NODE_ENV === 'production') navigator.serviceWorker?.register('/sw.js').catch(() => {});
    },
    screens,
    files: {
      of: async (path) => (await route(path)).slice(2).map((file) => url(file as number)),
      styles: async (path) => {
        if ((await route(path))[0] & 2) await lateSheet();
      },
    },
    download,
    landing: location.href,
  });
  // biome-ignore lint/style/noNonNullAssertion: the page that brings this script has it
  createRoot(document.getElementById('app')!).render(<Page {...made} />);
}

// the page that was kept calls where nobody answers any more (worker.js)
navigator.serviceWorker?.addEventListener('message', () => location.reload());

if (process.env.NODE_ENV !== 'production') {
  // `npm run dev`: the gateway that comes back after a save has another id
  let buildId: string | undefined;
  new EventSource('/dev/reload').onmessage = ({ data }) => {
    if (buildId !== undefined && buildId !== data) location.reload();
    buildId = data;
  };
}

main().catch(() => document.documentElement.classList.add('failed')); // the HTML has the words, in both languages
