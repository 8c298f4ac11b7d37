import { createRoot } from 'react-dom/client';
import type { Locale } from '../contract/wire/locale';
import { createDownload } from '../core/navigation/download';
import { type Bundle, createI18n } from '../core/text/i18n';
import { detect } from '../platform/detect';
import { createPage, Page } from './frame/page';
import { addressOf, type Manifest } from './start/manifest';
import { openLanding } from './start/open-landing';

/** The configuration that the server writes into the HTML: the API base and the signing secret (an integrity filter, not a secret). */
interface Config {
  base: string;
  secret: string;
  jump?: boolean;
  /** The base of pictures in a cloud store, if there is one; the base of the deployment's own services, if it has any. */
  cloudStore?: string;
  services?: string;
}

/** Milliseconds that the first paint waits for the answers of the screen, so that a phone renders it once. */
const answersMs = 100;

async function main() {
  const { adopt, locale, locales, md5, started, known, calls } = window.cloudphone;
  await known;
  const download = createDownload(started);
  const landing = openLanding(download);
  const http = () => import('./http');
  const url = (file: number) => window.cp[file] ?? '';

  /** The full manifest. */
  const manifest = async (): Promise<Manifest> => {
    const { base, full } = window.cloudphone.manifest;
    if (full) adopt(JSON.parse(await download(base + full)));
    return window.cloudphone.manifest;
  };
  const platform = await detect();
  const config: Config = JSON.parse(
    document.querySelector('meta[name=cloudphone]')?.getAttribute('content') ?? '{}',
  );
  if ('jump' in config) platform.local.set('jump', config.jump ? '1' : undefined);
  const loadMessages = async (locale: Locale, bundle: Bundle) => {
    const { base, messages } = await manifest();
    return JSON.parse(await download(addressOf(base, locale, bundle, messages)));
  };
  const i18n = createI18n(locales, locale, loadMessages);
  i18n.locale.subscribe((locale) => {
    document.documentElement.lang = locales[locale].header.replace('_', '-');
  });

  const first = await landing;
  if (first) i18n.begin(locale, first.words);
  else await i18n.ready('common'); // required to report any other failure
  const made = createPage({
    platform,
    i18n,
    ...config,
    md5,
    http,
    calls,
    first: first?.screen,
    settled() {
      // before the next tap, but after the current screen; callers that need them earlier load them again
      void http().catch(() => {});
      const alone = async () => {
        await manifest();
        await Promise.all(Object.keys(first?.words ?? {}).map((bundle) => i18n.ready(bundle as Bundle))); // for other screens, also offline
      };
      void alone().catch(() => {});
      const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
      if (icon) icon.href = '/icon.svg';
    },
    async loadDeferred() {
      // downloaded first, as screens are, so that a lost connection is detected and retried
      const files = window.cloudphone.manifest.rest.map((file) => download(url(file)));
      await Promise.all([...files, i18n.ready('common')]);
      return import('./deferred');
    },
    files: {
      of: async (path) =>
        path === first?.screen.path
          ? []
          : ((await manifest()).routes?.[path] ?? []).slice(2).map((file) => url(file as number)),
      words: (path) => path === first?.screen.path,
    },
    download,
    landing: location.href,
  });
  // only the page's skeleton until the screen is here, so that a phone lays out and paints once
  if (first) await made.lazyScreens.bring(first.screen);
  await Promise.race([
    Promise.all(calls.map(({ reply }) => reply)).catch(() => {}),
    new Promise((rest) => setTimeout(rest, answersMs)),
  ]);
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
