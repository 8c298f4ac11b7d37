import md5 from 'blueimp-md5';
import { type Locale, localeOf, locales } from '../../contract/wire/locale';
import { addStyles } from './add-styles';
import { beginFirstCalls } from './first-call';
import { addressOf, type Landings, type Manifest } from './manifest';

// Inlined in the HTML before everything else: starts the downloads of the current route, and its first calls, while the app's own script is
// still loading. Old engines run it unchanged: no modules, no polyfills.
declare const MANIFEST: Manifest;
declare const LANDINGS: Landings;
/** The end of the names of the landings' files. */
declare const LANDING_END: string;
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
/** The last part of the first screen's path. */
let landed = '';
// once the skeleton exists: it is painted only after it has a class, because a slow engine paints the page before this event
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
  skeleton.className = landed;
  skeleton.firstChild!.textContent = TITLES[locale][landed] || '';
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
const adopt = (manifest: Manifest) => {
  window.cloudphone.manifest = manifest;
  window.cp = {};
  for (const number in manifest.files) window.cp[number] = manifest.base + manifest.files[number];
};
window.cloudphone = { manifest, adopt, started, locales, locale, md5, addStyles, calls: [] };
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
  const { base, full, rest, client } = manifest;
  // biome-ignore-start lint/style/noNonNullAssertion: the page has it; the build writes both lists, and a route holds places in the other one
  /** Starts the download of the screen that the visitor sees: instead of a guarded one, a sign-in screen. Returns whether it is in a file of its own. */
  const land = (guarded: number) => {
    const to =
      session || !(guarded || /login$/.test(path))
        ? path
        : /inviteCode=/.test(location.href)
          ? 'pages/login/register'
          : 'pages/login/login';
    if (!LANDINGS[to]) return false;
    landed = to.split('/').pop()!;
    window.cloudphone.landing = addressOf(base, locale, landed, LANDING_END);
    start(window.cloudphone.landing);
    return true;
  };
  const [guarded, ...calls]: Landings[string] = LANDINGS[path] || [0];
  const lands = land(guarded); // before the calls, because HTTP/1 has six connections
  if (session && calls[0]) {
    const config = document.querySelector<HTMLMetaElement>('meta[name=cloudphone]')!.content;
    window.cloudphone.calls = beginFirstCalls(calls, hash, config, session, header);
  }
  // the app reads whether a visitor may see the screen from the route, which for the device list is in the core
  if (!lands || (guarded && !session && path !== home)) {
    start(base + full);
    for (const file of rest) start(window.cp[file]!);
  }
  if (!lands)
    window.cloudphone.known = started[base + full]!.then(
      (text) => {
        const full: Manifest = JSON.parse(text);
        adopt(full);
        const route = full.routes![path];
        if (!route || land(route[0])) return;
        const [, needed, ...files] = route;
        for (const at of needed) start(addressOf(base, locale, full.bundles![at]!, full.messages));
        for (const file of files) start(window.cp[file]!);
        if (session) start(window.cp[client]!);
      },
      () => {}, // the app retries and reports it
    );
  // biome-ignore-end lint/style/noNonNullAssertion: as above
}
// After the requests, because both take a slow phone 20 ms: the width makes the engine lay out the page, and the entry of the history, which
// the app (`navigation/hash.tsx`) would write while it renders the screen, is written by another process.
widen();
history.state || history.replaceState({ key: Math.random().toString(36) }, '');
