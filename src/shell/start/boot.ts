import { addressOf, adopt, type Manifest } from './manifest';

// Inlined in the HTML before everything else: it starts the downloads of the current route while the app's own script
// is still on its way (slow 4G: 1772 → 746 ms to the first screen). Old engines run it as it is: no modules, no polyfills.
declare const MANIFEST: Manifest;

const manifest = MANIFEST;
const started: Record<string, Promise<string>> = {};
window.cloudphone = { manifest, started };
adopt(manifest);

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
  // that was landed on. What else was in its query stays.
  const rest = location.search.replace(/[?&](code|state)=[^&]*/g, '').replace(/^&/, '?');
  location.replace(
    `${location.pathname + rest}#/pages/login/wechatAuthorization?code=${code}&state=${state}`,
  );
} else {
  const locale = /^zh/i.test(stored('locale') || navigator.language) ? 'zh' : 'en';
  document.documentElement.lang = locale === 'zh' ? 'zh-CN' : 'en';
  const hash = location.href.split('#')[1] || '';
  const path = (hash.split('?')[0] || '').replace(/^\/+|\/+$/g, '') || 'pages/tabbar/index';
  /** Starts what the route needs, by a manifest that has it. */
  const begin = (manifest: Manifest) => {
    const { routes, bundles, late } = manifest;
    const say = (bundle: string) => start(addressOf(manifest, locale, bundle));
    say('common');
    let route = routes[path];
    if (route && route[0] & 1 && !stored('session')) {
      route = routes[/inviteCode=/.test(location.href) ? 'pages/login/register' : 'pages/login/login'];
    }
    if (!route) return;
    const [flags, needed, ...files] = route;
    // biome-ignore lint/style/noNonNullAssertion: the build writes both lists; a route holds places in the other one
    for (const bundle of needed) say(bundles[bundle]!);
    // biome-ignore lint/style/noNonNullAssertion: as above
    for (const file of flags & 2 ? [late, ...files] : files) start(window.cp[file]!);
  };
  begin(manifest);
  if (manifest.whole && !manifest.routes[path]) {
    const url = manifest.base + manifest.whole;
    start(url);
    started[url]?.then(
      (text) => {
        const whole = JSON.parse(text);
        adopt(whole);
        begin(whole);
      },
      () => {}, // the app asks again and says so
    );
  }
}
