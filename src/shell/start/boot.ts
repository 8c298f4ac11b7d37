import { addressOf, type Manifest } from './manifest';

// Inlined in the HTML before everything else: it starts the downloads of the current route while the app's own script
// is still on its way (slow 4G: 1772 → 746 ms to the first screen). Old engines run it as it is: no modules, no polyfills.
declare const MANIFEST: Manifest;

const manifest = MANIFEST;
const started: Record<string, Promise<string>> = {};
window.cloudphone = { manifest, started };
window.cp = manifest.files.map((file) => manifest.base + file);

const stored = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key) || localStorage.getItem(key);
  } catch {
    return null; // storage is blocked
  }
};

const start = (url: string) => {
  if (started[url]) return;
  started[url] = fetch(url, { credentials: 'same-origin' }).then((response) => {
    if (!response.ok) throw response.status;
    return response.text();
  });
  started[url].catch(() => {}); // the app asks again and says so
};

const [, code, state] = /^\?(?=.*\bcode=([^&]+))(?=.*\bstate=([^&]+))/.exec(location.search) || [];
if (code) {
  // WeChat comes back with its code before the #. The page is left for good, not rewritten: WeChat signs the address
  // that was landed on.
  location.replace(`${location.pathname}#/pages/login/wechatAuthorization?code=${code}&state=${state}`);
} else {
  const locale = /^zh/i.test(stored('locale') || navigator.language) ? 'zh' : 'en';
  document.documentElement.lang = locale === 'zh' ? 'zh-CN' : 'en';
  const hash = location.href.split('#')[1] || '';
  const path = (hash.split('?')[0] || '').replace(/^\/+|\/+$/g, '') || 'pages/tabbar/index';
  const routeOf = (path: string) => manifest.routes[path];
  let route = routeOf(path);
  if (route && route[0] & 1 && !stored('session')) {
    route = routeOf(/inviteCode=/.test(location.href) ? 'pages/login/register' : 'pages/login/login');
  }
  const say = (bundle: string) => start(addressOf(manifest, locale, bundle));
  say('common');
  if (route) {
    const [flags, bundles, ...files] = route;
    // biome-ignore lint/style/noNonNullAssertion: the build writes both lists; a route holds places in the other one
    for (const bundle of bundles) say(manifest.bundles[bundle]!);
    // biome-ignore lint/style/noNonNullAssertion: as above
    for (const file of flags & 2 ? [manifest.late, ...files] : files) start(window.cp[file]!);
  }
}
