import md5 from 'blueimp-md5';
import { type Locale, localeOf, locales } from '../../contract/wire/locale';
import { beginFirstCall } from './first-call';
import { addressOf, adopt, type Manifest } from './manifest';

// Inlined in the HTML before everything else: starts the downloads of the current route, and its first call, while the app's own script is
// still loading. Old engines run it unchanged: no modules, no polyfills.
declare const MANIFEST: Manifest;
/** The address of `wide.css`. */
declare const WIDE: string;
/** The titles of the first screens, by the last part of their path. */
declare const TITLES: Record<Locale, Record<string, string>>;

const manifest = MANIFEST;
const started: Record<string, Promise<string>> = {};
const stored = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key) || localStorage.getItem(key);
  } catch {
    return null; // storage is blocked
  }
};

const locale = localeOf(stored('locale') || navigator.language);
const { header } = locales[locale];
document.documentElement.lang = header.replace('_', '-');
/** The bundle of the landing screen. */
let landed = '';
// once the skeleton exists, and before it is painted
document.onreadystatechange = () => {
  const skeleton = document.getElementById('skeleton');
  if (!skeleton) return;
  const scheme = stored('scheme');
  // biome-ignore-start lint/style/noNonNullAssertion: the page has them
  if (scheme) {
    // chosen in the settings (`SchemeSwitch`): replaces the media query for dark colours
    for (const rule of document.styleSheets[0]!.cssRules as Iterable<CSSMediaRule>)
      if (/dark/.test(rule.conditionText)) rule.media.mediaText = scheme;
    document.querySelector<HTMLMetaElement>('meta[media]')!.media = scheme;
  }
  if (landed) {
    skeleton.className = landed;
    skeleton.firstChild!.textContent = TITLES[locale][landed]!;
  }
  // biome-ignore-end lint/style/noNonNullAssertion: the page has them
};
const link = (rel: string, href: string) => {
  const element = document.createElement('link');
  element.rel = rel;
  element.href = href;
  return document.head.appendChild(element);
};
let wide: unknown;
// phones in portrait do not download it; a phone that is turned, or unfolded, does then
const widen = () => innerWidth > 639 && (wide ||= link('stylesheet', WIDE));
window.onresize = widen;
widen();
window.cloudphone = { manifest, started, locales, locale, md5 };
adopt(manifest);

/** Whether a failed module can be requested again, since Chrome 108; engines with `dvh` can. */
const preloads =
  document.createElement('link').relList.supports('modulepreload') && CSS.supports('height:1dvh');

const keep = (url: string, text: Promise<string>) => {
  started[url] = text;
  text.catch(() => {}); // the app retries and reports it
};
const start = (url: string) => {
  if (started[url]) return;
  keep(
    url,
    preloads && /js$/.test(url)
      ? new Promise((resolve, fail) => {
          const file = link('modulepreload', url);
          file.onload = () => resolve('');
          file.onerror = fail;
        })
      : fetch(url, { credentials: 'same-origin' }).then((response) => {
          if (!response.ok) throw response.status;
          return response.text();
        }),
  );
};

const [beforeCode, code] = location.search.split(/[?&](?=code=.+&state=)/);
if (code) {
  // WeChat returns its code before the #, after any other query. The page is replaced, not rewritten, because WeChat signs the address
  // with which the page was opened.
  location.replace(`${location.pathname + beforeCode}#/pages/login/wechatAuthorization?${code}`);
} else {
  const hash = location.href.split('#')[1] || '';
  const home = 'pages/tabbar/index';
  const path = (hash.split('?')[0] || '').replace(/^\/+|\/+$/g, '') || home;
  const session = stored('session');
  // biome-ignore-start lint/style/noNonNullAssertion: the page has it; the build writes both lists, and a route holds places in the other one
  /** Starts the downloads of the route, with a manifest that contains it. */
  const begin = (manifest: Manifest) => {
    const { base, routes, calls, bundles, late, client, messages, words } = manifest;
    const call = session && calls[path];
    if (call) {
      // before the files: the page's `Link` header has already named those of the device list
      const config = document.querySelector<HTMLMetaElement>('meta[name=cloudphone]')!.content;
      window.cloudphone.call = beginFirstCall(call, hash, config, session, header);
    }
    let to = path;
    let route = routes[to];
    if (route && !session && (route[0] & 1 || /login$/.test(to))) {
      to = /inviteCode=/.test(location.href) ? 'pages/login/register' : 'pages/login/login';
      route = routes[to];
    }
    if (!route) return;
    const [flags, needed, ...files] = route;
    if (flags & 4) {
      const name = to.split('/').pop()!;
      const url = addressOf(base, locale, name, words);
      start(url);
      window.cloudphone.words = { path: to, url };
      if (manifest.full) landed = name;
    }
    for (const at of needed) start(addressOf(base, locale, bundles[at]!, messages));
    for (const file of flags & 2 ? [late, ...files] : files) start(window.cp[file]!);
    if (session && !(call && manifest.full)) start(window.cp[client]!);
  };
  begin(manifest);
  if (!manifest.routes[path]) {
    const url = manifest.base + manifest.full;
    start(url);
    for (const file of manifest.rest) start(window.cp[file]!);
    window.cloudphone.known = started[url]!.then(
      (text) => {
        const full = JSON.parse(text);
        adopt(full);
        begin(full);
      },
      () => {}, // the app retries and reports it
    );
  }
  // biome-ignore-end lint/style/noNonNullAssertion: as above
}
