import { createRoot } from 'react-dom/client';
import { createDownload } from '../core/navigation/download';
import { type Bundle, createI18n, type Locale, localeOf } from '../core/text/i18n';
import { detect } from '../platform/detect';
import { createPage, Page } from './frame/page';
import { screens } from './navigation/screens';
import { createLateSheet } from './start/late-sheet';
import { addressOf, type Manifest } from './start/manifest';

/** What the server writes into the HTML: the API base and the signing secret (an integrity filter, not a secret). */
interface Config {
  base: string;
  secret: string;
}

async function main() {
  const { manifest, started } = window.cloudphone;
  const http = () => import('../core/http/http');
  void http().catch(() => {}); // beside the first screen; whoever needs it asks again
  const download = createDownload(started);
  const url = (file: number) => window.cp[file] ?? '';

  const route = (path: string): Manifest['routes'][string] => manifest.routes[path] ?? [0, []];
  const lateSheet = createLateSheet(url(manifest.late), download);

  const platform = await detect();
  const config: Config = JSON.parse(
    document.querySelector('meta[name=cloudphone]')?.getAttribute('content') ?? '{}',
  );
  const loadMessages = async (locale: Locale, bundle: Bundle) =>
    JSON.parse(await download(addressOf(manifest, locale, bundle)));
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
    screens,
    files: {
      of: (path) =>
        route(path)
          .slice(2)
          .map((file) => url(file as number)),
      styles: (path) => (route(path)[0] & 2 ? lateSheet() : Promise.resolve()),
    },
    download,
    landing: location.href,
  });
  // biome-ignore lint/style/noNonNullAssertion: the page that brings this script has it
  createRoot(document.getElementById('app')!).render(<Page {...made} />);
}

if (process.env.NODE_ENV === 'production') {
  // opens the app without a connection; where there is none of it, or it is blocked, the app is as it was
  addEventListener('load', () => navigator.serviceWorker?.register('/sw.js').catch(() => {}));
} else {
  // `npm run dev`: the gateway that comes back after a save has another id
  let buildId: string | undefined;
  new EventSource('/dev/reload').onmessage = ({ data }) => {
    if (buildId !== undefined && buildId !== data) location.reload();
    buildId = data;
  };
}

main().catch(() => document.documentElement.classList.add('failed')); // the HTML has the words, in both languages
