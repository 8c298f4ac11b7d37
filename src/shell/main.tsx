import { createRoot } from 'react-dom/client';
import type { Locale } from '../contract/wire/locale';
import { createDownload } from '../core/navigation/download';
import { type Bundle, createI18n } from '../core/text/i18n';
import { detect } from '../platform/detect';
import { createPage, Page } from './frame/page';
import { createLateSheet } from './start/late-sheet';
import { addressOf, adopt, type Manifest } from './start/manifest';

/** The configuration that the server writes into the HTML: the API base and the signing secret (an integrity filter, not a secret). */
interface Config {
  base: string;
  secret: string;
  jump?: boolean;
  /** The base of pictures in a cloud store, if there is one; the base of the deployment's own services, if it has any. */
  cloudStore?: string;
  services?: string;
}

/** Milliseconds that the first paint waits for the screen's own files, which were requested together with this one. */
const landingTimeoutMs = 300;

async function main() {
  const { locale, locales, md5, started, known } = window.cloudphone;
  await known;
  const { words } = window.cloudphone;
  const download = createDownload(started);
  const http = () => import('./http');
  const url = (file: number) => window.cp[file] ?? '';

  /** The manifest that contains an entry; the full one, once loaded, contains everything. */
  const manifestWith = async (has: (manifest: Manifest) => boolean): Promise<Manifest> => {
    const { base, full } = window.cloudphone.manifest;
    if (full && !has(window.cloudphone.manifest)) adopt(JSON.parse(await download(base + full)));
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
  const loadMessages = async (locale: Locale, bundle: Bundle) => {
    const { base, messages } = await manifestWith(() => false);
    return JSON.parse(await download(addressOf(base, locale, bundle, messages)));
  };
  const i18n = createI18n(locales, locale, loadMessages);
  i18n.locale.subscribe((locale) => {
    document.documentElement.lang = locales[locale].header.replace('_', '-');
  });

  /** The bundles of which the landing screen uses messages. */
  let begun: Promise<Bundle[]> | undefined;
  const begin = () => {
    if (!words || locale !== i18n.locale.peek()) return;
    return (begun ??= download(words.url).then((text) => {
      const parts = JSON.parse(text);
      i18n.begin(locale, parts);
      return Object.keys(parts) as Bundle[];
    }));
  };

  // required to report any other failure; offline, only the bundles may be in the browser's cache
  await (begin()?.catch(() => i18n.ready('common')) ?? i18n.ready('common'));
  const made = createPage({
    platform,
    i18n,
    ...config,
    md5,
    http,
    hasBegun: (name) => window.cloudphone.call?.name === name,
    begun(name) {
      const { call } = window.cloudphone;
      if (call?.name !== name) return;
      window.cloudphone.call = undefined;
      return call.answer;
    },
    settled() {
      // before the next tap, but after the current screen; callers that need them earlier load them again
      void http().catch(() => {});
      const alone = async () => {
        await manifestWith(() => false);
        await Promise.all(((await begun) ?? []).map(i18n.ready)); // for other screens, also offline
      };
      void alone().catch(() => {});
      const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
      if (icon) icon.href = '/icon.svg';
    },
    async loadDeferred() {
      // Downloaded first, as screens are, so that a lost connection is detected and retried. With `known`, its messages are here.
      const files = window.cloudphone.manifest.rest.map((file) => download(url(file)));
      await Promise.all([...files, lateSheet(), known || i18n.ready('common')]);
      return import('./deferred');
    },
    files: {
      of: async (path) => (await route(path)).slice(2).map((file) => url(file as number)),
      styles: async (path) => {
        if ((await route(path))[0] & 2) await lateSheet();
      },
      words: (path) => (path === words?.path ? begin() : undefined),
    },
    download,
    landing: location.href,
  });
  // only the page's skeleton until the screen is here, so that a phone lays out and paints once
  const landed = words && made.find(words.path);
  if (landed)
    await Promise.race([
      made.lazyScreens.bring(landed),
      new Promise((rest) => setTimeout(rest, landingTimeoutMs)),
    ]);
  // if its answer is here by now, the list is rendered with it; otherwise it waits for it on the screen
  if (landed?.tab === 'devices')
    await Promise.race([window.cloudphone.call?.answer, undefined])
      .then((response) => response && made.fillDevices())
      .catch(() => {});
  // biome-ignore lint/style/noNonNullAssertion: the page that brings this script has it
  createRoot(document.getElementById('app')!).render(<Page {...made} />);
}

// the cached page calls an address that does not exist any more (worker.js)
navigator.serviceWorker?.addEventListener('message', () => location.reload());

if (process.env.NODE_ENV !== 'production') {
  // `npm run dev`: after a save the gateway has another id
  let buildId: string | undefined;
  new EventSource('/dev/reload').onmessage = ({ data }) => {
    if (buildId !== undefined && buildId !== data) location.reload();
    buildId = data;
  };
}

main().catch(() => document.documentElement.classList.add('failed')); // the HTML contains the text, in both languages
