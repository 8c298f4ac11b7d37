import { signal } from '@preact/signals';
import { options as renderer } from 'preact';
import { createRoot } from 'react-dom/client';
import type { EmbedInfo } from '../../contract/embed/embed';
import type { EmbedScope } from '../../contract/embed/features';
import { getInfo } from '../../contract/member/auth';
import { type App, AppProvider } from '../../core/app';
import type { Loading } from '../../core/data/loading';
import { createQueries } from '../../core/data/query';
import { createDialogs } from '../../core/dialogs';
import { isDone, type Send, type Wire } from '../../core/http/answer';
import type { Ask } from '../../core/http/ask';
import { Failure } from '../../core/http/failure';
import { createSend } from '../../core/http/send';
import { LocationContext } from '../../core/navigation/location';
import type { ScreenComponent } from '../../core/navigation/screen';
import { createRenew, withMember } from '../../core/session/renew';
import { createState } from '../../core/state';
import { type Bundle, createI18n } from '../../core/text/i18n';
import { createToasts } from '../../core/toasts';
import { host as hostPage } from '../../platform/host/host';
import type * as shrinking from '../../platform/shrink';
import type * as windowing from '../../ui/layout/rows-window';
import type { FeatureModule, Later, Mounted, RuntimeModule, ScreenAbout, ScreenModule } from '../host';
import { tellOfEnd } from '../loader/deprecation';
import { createFirst } from './first';
import { createFollowing } from './following';
import { createGuest } from './guest';
import { createMemory, createNav } from './memory';
import { partOf } from './parts';
import type * as posting from './post';
import { refreshable } from './refreshable';
import { follow, themed } from './scheme';
import { ScreenHost } from './screen-host';
import type * as securing from './secure';
import type * as theming from './theme';

const before = renderer.vnode;
renderer.vnode = (vnode) => {
  const { type, props } = vnode as { type: unknown; props: Record<string, unknown> };
  if (typeof type === 'string') props.part ??= partOf(type, props);
  before?.(vnode);
};

/** Shows a feature in a shadow root: the app of `shell/frame/page`, with memory instead of addresses and a token instead of a session. */
export const show: RuntimeModule['show'] = (host, files): Mounted => {
  const feature = files[files.length - 1] as FeatureModule;
  const { screens, theme } = feature.about;
  const [first = ''] = Object.keys(screens);
  const owns = (path: string) => path in screens;
  const later = async (): Promise<Later> => JSON.parse(await host.text(feature.about.later));
  const extra = async <T,>(name: keyof Later['extras']) => {
    const { extras } = await later();
    const [all] = await Promise.all([
      host.load<T & ScreenModule>([extras[name]]),
      i18n.ready('common'), // the first screen has a separate file of messages
    ]);
    await host.adopt(all.map(({ css }) => css));
    return all as [T];
  };
  const platform = {
    ...hostPage(host.options.partner ?? 'embed', host.signal, host.leave),
    shrink: (picture: File, side: number): Promise<File> =>
      extra<typeof shrinking>('shrink').then(
        ([{ shrink }]) => shrink(picture, side),
        () => picture, // unchanged in that case
      ),
  };
  const i18n = createI18n(host.locales, host.locale, async (locale, bundle) =>
    // biome-ignore lint/style/noNonNullAssertion: the build names a file for each bundle of messages that it knows
    JSON.parse(await host.text((await later()).messages[locale][bundle]!)),
  );
  const state = createState(platform);
  const [session, toasts, dialogs] = [createGuest(state), createToasts(), createDialogs()];
  // waiting parts show it themselves; the indicator at the top is for whole pages
  const loading: Loading = { start: () => () => {} };
  const [queries, refresh] = refreshable(createQueries(state));
  const { t } = i18n;

  /** The partner of the token, once it is known. */
  let partner: string | undefined;
  const following = createFollowing({ host, extra, toasts, dialogs, partner: () => partner });

  let token = '';
  let hasContent = false;
  const wire: Wire = {
    base: `${host.origin}/api`,
    get secret() {
      return token; // an embed signs its calls with its token
    },
    appid: platform.appid,
    identity: () => ({ token, userId: session.userInfo.peek()?.userId ?? '' }),
    language: () => host.locales[i18n.locale.peek()].header,
    clock: { ahead: 0 },
    md5: following.md5,
  };
  const begun = createFirst(host.first);
  let signed: Ask | undefined;
  const ask: Ask = async (wire, call, input, signal) => {
    const answer = hasContent ? undefined : await begun(call, input);
    if (answer) return answer;
    const { createAsk, announce } = await following.need();
    signed ??= createAsk({
      host,
      using(now) {
        token = now;
      },
      confirm: async (challenge) => {
        const [{ confirm }] = await extra<typeof securing>('secure');
        return confirm(host, box, challenge, i18n);
      },
      shown: () => hasContent,
      done: announce(host),
    });
    return signed(wire, call, input, signal);
  };
  const expired = (bad: string) =>
    host.token('expired', bad).then(
      (now) => {
        token = now;
        return true;
      },
      (error) => {
        host.fail(error);
        return false;
      },
    );
  const offline = () => {
    toasts.show(t('common.failures.offline'));
    throw new Failure('offline');
  };
  const plain = withMember(createSend({ wire, ask, loading, toasts, queries, t, expired() {} }), session);
  let keyed: Send | undefined;
  /** The code for request keys is loaded after the content, because calls that only read have none. */
  const send: Send = async (call, input, how) => {
    if (!call.once && !how?.key) return plain(call, input, how);
    const { withRequestKey } = await following.load().catch(offline);
    keyed ??= withRequestKey(plain);
    return keyed(call, input, how);
  };
  const renew = createRenew(send);

  const memory = createMemory(
    {
      first: `/${first}`,
      owns,
      moved: (route, replace) => host.emit('routechange', { route, replace }),
      lost: (given) => host.advise({ code: 'route_unknown', given, allowed: Object.keys(screens) }),
    },
    host.options.route,
  );
  const heading = signal(host.options.heading);
  const scopes = signal<readonly EmbedScope[] | undefined>(undefined); // unknown until the first response
  /** Read during rendering, so that links are rendered again once the scopes are known. */
  const barred = (path: string) => {
    const scope = screens[path];
    return !!scope && scopes.value?.includes(scope) === false;
  };
  const nav = createNav(memory, owns, host.origin, platform.leave, barred);
  const app: App = {
    bring: async ({ path }) =>
      (await load(path)) ? (loaded.get(path)?.default as ScreenComponent) : undefined,
    onLongList(attach) {
      extra<typeof windowing>('rows').then(
        ([{ createRowsWindow }]) => attach(createRowsWindow),
        () => {}, // all rows stay in that case
      );
      return () => {};
    },
    platform,
    state,
    i18n,
    t,
    send,
    wire,
    upload: async (file, how) => {
      const [[{ createUpload }], now] = await Promise.all([
        extra<typeof posting>('post'),
        host.token('use'),
        following.load(),
      ]).catch(offline);
      token = now; // it signs the file, and no other call may have been signed yet
      return createUpload(app, host.signal)(file, how);
    },
    unsent: new Map(),
    open: async (url, how) => (await following.need()).createOpen(host.signal)(url, how),
    expired,
    queries,
    session,
    renew,
    loading,
    toasts,
    dialogs,
    nav,
  };

  const abouts: Record<string, ScreenAbout> = { [first]: feature.about.first };
  const loaded = new Map<string, ScreenModule>();
  const load = async (path: string) => {
    try {
      let modules: ScreenModule[] = files;
      if (path === first) {
        const locale = i18n.locale.peek();
        i18n.begin(locale, JSON.parse(await host.words(locale)));
      } else {
        // biome-ignore lint/style/noNonNullAssertion: only paths of this feature get here, and the build describes each of them
        const { files, bundles } = (abouts[path] = (await later()).screens[path]!);
        [modules] = await Promise.all([
          host.load<ScreenModule>(files),
          ...['common' as Bundle, ...bundles].map(i18n.ready),
        ]);
      }
      await host.adopt(modules.map(({ css }) => css));
      // biome-ignore lint/style/noNonNullAssertion: a screen's own module is the last of its files, and there is always one
      loaded.set(path, modules[modules.length - 1]!);
      return true;
    } catch (error) {
      host.report('script_load_failed', { cause: error });
      return false;
    }
  };

  const box = document.createElement('div');
  box.className = 'cp';
  box.setAttribute('part', 'container');
  const root = createRoot(box);
  host.root.append(box);
  let bare = true;
  const update = () => {
    heading.value = host.options.heading;
    void dress().catch(() => {});
    void i18n.use(host.locale).catch(() => {});
  };
  const scheme = follow(host, box, update); // the language of the page is also an attribute of its root
  async function dress() {
    scheme.look();
    if (bare && !themed(host)) return;
    bare = false;
    const [{ apply, css }] = await host.load<typeof theming & ScreenModule>([theme]);
    host.adopt([css]);
    apply(host.root.host as HTMLElement, box, host.options.theme);
  }
  const render = () =>
    root.render(
      <AppProvider value={app}>
        <ScreenHost
          memory={memory}
          heading={heading}
          abouts={abouts}
          modules={{ of: (path) => loaded.get(path)?.default, load }}
          full={(url) => `${host.origin}/#${url}`}
          barred={barred}
          content={() => {
            if (!hasContent) host.emit('content', { ms: Math.round(performance.now() - host.began) });
            hasContent = true;
            following.begin();
          }}
          crashed={(cause) => host.report('internal', { cause })}
          Instead={following.Instead}
        />
        <LocationContext.Provider value={memory.location.peek()}>
          <following.Layer />
        </LocationContext.Provider>
      </AppProvider>,
    );
  const dressed = dress().catch(() => {}); // in our own colours in that case
  void Promise.all([load(memory.location.peek().path.slice(1)), dressed]).then(([here]) => {
    if (host.signal.aborted) return;
    if (!here) return host.fail('script_load_failed');
    host.uncover();
    render();
  });
  send(getInfo, {}, { wait: 'never', signal: host.signal }).then(
    (answer) => {
      if (!isDone(answer)) return;
      session.update(answer.userInfo);
      const about = answer as typeof answer & Partial<EmbedInfo>;
      scopes.value = about.scopes;
      partner = about.partner;
      if (about.test) box.dataset.test = about.test;
      for (const one of about.ending ?? []) tellOfEnd(host, one);
    },
    () => {}, // screens work without them; the failure has been reported
  );

  return {
    update,
    navigate: (route) => memory.route(route),
    refresh,
    stop() {
      scheme.stop();
      root.unmount();
      box.remove();
    },
  };
};
