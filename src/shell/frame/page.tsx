import { type Signal, signal } from '@preact/signals';
import { type App, AppProvider } from '../../core/app';
import type { Files } from '../../core/data/load';
import { createLoading } from '../../core/data/loading';
import { createQueries, type Entry, provide } from '../../core/data/query';
import { createRecalled } from '../../core/data/recalled';
import { createDialogs } from '../../core/dialogs';
import { isDone, type Send, type Wire } from '../../core/http/answer';
import { createAsk, resultOf } from '../../core/http/ask';
import { callName } from '../../core/http/call-name';
import type { Client } from '../../core/http/client';
import type { CompleteSend } from '../../core/http/complete-send';
import { createExpired } from '../../core/http/expired';
import { Failure } from '../../core/http/failure';
import { createGatewayCalls } from '../../core/http/gateway-calls';
import { createPayProofs, type PayProofs } from '../../core/http/pay-proof';
import { parseReply } from '../../core/http/reply';
import { createSend } from '../../core/http/send';
import { uploading } from '../../core/http/uploading';
import type { Download } from '../../core/navigation/download';
import { type Location, useLocation } from '../../core/navigation/location';
import type { Screen } from '../../core/navigation/screen';
import type { Platform } from '../../core/platform';
import { createSession } from '../../core/session/session';
import { createState } from '../../core/state';
import type { I18n } from '../../core/text/i18n';
import { createToasts } from '../../core/toasts';
import * as signIn from '../../features/auth/routes';
import { LoadingIndicator } from '../../ui/feedback/loading';
import { Toast } from '../../ui/feedback/toast';
import type * as deferredModule from '../deferred';
import { createDeferred, type Deferred } from '../navigation/deferred';
import { firstScreens } from '../navigation/first-screens';
import { HashLocation } from '../navigation/hash';
import { createNav } from '../navigation/nav';
import { Routes } from '../navigation/routes';
import type { BegunCall } from '../start/first-call';
import { createLazyScreens, type LazyScreens } from './lazy-screen';
import { createSettled, type Settled } from './settled';
import { Tabs } from './tabs';

interface Deps {
  platform: Platform;
  i18n: I18n;
  base: string;
  secret: string;
  cloudStore?: string;
  /** Base URL of the deployment's own services. */
  services?: string;
  md5: Wire['md5'];
  /** Loads the HTTP client; the first screen may not need it. */
  http(): Promise<Client>;
  /** The calls that began before the app did and have not been used yet. */
  calls: BegunCall[];
  /** The first screen, if it is here already. */
  first: Screen | undefined;
  /** Called once, when the first screen has its content. */
  settled(): void;
  /** All other screens, and everything over them. */
  loadDeferred(): Promise<typeof deferredModule>;
  files: Files;
  download: Download;
  /** The address with which the page was opened. */
  landing: string;
}

/** The parts of a page, created once. */
interface PageParts {
  app: App;
  lazyScreens: LazyScreens;
  deferred: Deferred;
  find(path: string): Screen | undefined;
  proofs: PayProofs;
  settled: Settled;
  location: { current: Location | undefined };
  depth: { current: number };
  heading: Signal<string>;
}

/** The addressing, signing and attribution of this page's calls. */
const createWire = (
  { platform, i18n, base, secret, cloudStore, md5, calls }: Deps,
  session: App['session'],
): Wire => ({
  base,
  secret,
  cloudStore,
  appid: platform.appid,
  identity: () => ({ token: session.token.peek(), userId: session.userInfo.peek()?.userId ?? '' }),
  language: () => i18n.locales[i18n.locale.peek()].header,
  clock: { ahead: 0 },
  md5,
  local: platform.local,
  begun(name) {
    const call = calls.find((one) => one.name === name);
    if (call) calls.splice(calls.indexOf(call), 1);
    return call?.reply;
  },
});

/**
 * For new entries of the cache: the answers of calls that began before the app did, if they are here. So the first render of a screen has
 * them.
 */
const createFill =
  ({ calls }: Deps, wire: Wire) =>
  (entry: Entry, input: unknown): void => {
    const { call } = entry;
    const filter = Array.isArray(input) && input[0]; // a list, whose entry holds pages
    const data = filter || input;
    const name = callName(wire, call.path, data);
    const { here } = calls.find((one) => one.name === name) ?? {};
    if (!here) return;
    try {
      const answer = resultOf(wire, call, data, wire.identity().userId, parseReply(here));
      if (!isDone(answer)) return;
      wire.begun?.(name);
      provide(entry, filter ? [answer] : answer);
    } catch {
      // the screen takes the reply itself, and shows the failure
    }
  };

/** Finds screens by their paths: the first screens at once, all others once their list is loaded. */
function createScreens({ first, loadDeferred }: Deps): [PageParts['find'], Deferred] {
  const byPath = new Map<string, Screen>();
  const add = (screens: Screen[]) => {
    for (const screen of screens) if (!byPath.has(screen.path)) byPath.set(screen.path, screen); // open screens stay the same object
  };
  add(first ? [first, ...firstScreens] : firstScreens);
  return [
    // `#/`, and WeChat's own fragments, lead to the first tab
    (path) => byPath.get(path === '' || path === 'wechat_redirect' ? 'pages/tabbar/index' : path),
    createDeferred(async () => {
      const loaded = await loadDeferred();
      add(loaded.screens);
      return loaded;
    }),
  ];
}

/** Creates the parts of the app on a page of its own. */
export function createPage(deps: Deps): PageParts {
  const { platform, i18n, cloudStore, services, http } = deps;
  const state = createState(platform);
  const session = createSession(platform, state);
  const loading = createLoading(state);
  const toasts = createToasts();
  const dialogs = createDialogs();
  const location: PageParts['location'] = { current: undefined };
  const depth = { current: 0 };

  const [find, deferred] = createScreens(deps);
  const { t } = i18n;
  const renew = () =>
    loadFullManifest().then(
      ({ renew }) => renew(),
      () => new Failure('offline'),
    );
  const nav = createNav({ session, dialogs, toasts, t, renew, location, depth, find, deferred });
  const wire = createWire(deps, session);
  const recalled = createRecalled(platform.local, () => wire.identity().userId);
  const fill = createFill(deps, wire);
  const queries = createQueries(state, (entry, input) => {
    fill(entry, input);
    if (!entry.isNew) recalled.fill(entry, input);
  });
  const toLogin = () => {
    const { url = '/', path = '/' } = location.current ?? {};
    const open = path === '/' || find(path.slice(1))?.guard === 'anyone'; // there is no previous screen
    nav.go(signIn.login, open ? {} : { fromUrl: url }, { replace: true });
  };
  const expired = createExpired({ state, session, toasts, dialogs, queries, t, toLogin });
  const proofs = createPayProofs();
  const service = services ? async () => (await http()).plain(services) : undefined;
  const ask = createAsk(http);
  const plainSend = createSend({ wire, ask, loading, toasts, queries, t, expired });
  let complete: CompleteSend | undefined;
  const loadFullManifest = async () => {
    const client = await http();
    complete ??= client.complete(plainSend, { session, proofs, cloudStore, ...(service && { service }) });
    return complete;
  };
  const send: Send = async (call, input, how) => {
    // the client is still loading: no request is sent before it has arrived, and if it cannot be loaded `plainSend` reports that
    const name = callName(wire, call.path, input as object);
    if (!complete && !deps.calls.some((one) => one.name === name)) {
      const stop = loading.start(how?.wait ?? 'now');
      await loadFullManifest().catch(() => {});
      stop();
    }
    return (complete?.send ?? plainSend)(call, input, how);
  };
  platform.configure?.(createGatewayCalls(send));
  const app: App = {
    async bring({ path }) {
      if (!find(path)) await deferred.bring().catch(() => {}); // its loader is available
      const part = find(path);
      return part && lazyScreens.bring(part);
    },
    onPull: (attach) => deferred.module.subscribe((loaded) => loaded && attach(loaded.pull)),
    onLongList: (attach) => deferred.module.subscribe((loaded) => loaded && attach(loaded.createRowsWindow)),
    platform,
    state,
    i18n,
    t,
    send,
    wire,
    upload: (file, how) =>
      uploading(app, async () => {
        await deferred.bring();
        // biome-ignore lint/style/noNonNullAssertion: it has come
        return { part: deferred.module.peek()!.uploadPart, post: (await http()).post };
      })(file, how),
    ...(service && { service }),
    unsent: new Map(),
    open: async (...given) => (await http()).open(...given),
    expired,
    queries,
    session,
    renew,
    loading,
    toasts,
    dialogs,
    nav,
  };
  const settled = createSettled(() => {
    const bring = () => void deferred.bring().catch(() => {}); // the screen that needs it requests it again
    bring();
    platform.onOnline(bring);
    deps.settled();
  }, recalled.seen);
  bringOver(dialogs, proofs, deferred, () => toasts.show(t('common.failures.offline')));
  const lazyScreens = createLazyScreens(deps.files, deps.download, app, deps.landing, settled, deferred);
  return { app, lazyScreens, deferred, find, proofs, settled, location, depth, heading: signal('') };
}

/**
 * Loads the code for dialogs over the screens with the first dialog; if that fails, the dialog is declined and `unavailable` is called.
 */
function bringOver(dialogs: App['dialogs'], proofs: PayProofs, deferred: Deferred, unavailable: () => void) {
  const bring = (decline: () => void) =>
    deferred.bring().catch(() => {
      unavailable();
      decline();
    });
  dialogs.current.subscribe((question) => {
    if (question) bring(() => question.answer(false));
  });
  proofs.current.subscribe((request) => {
    if (request) bring(() => request.answer());
  });
}

/** The app on a page of its own: addresses, history, tabs, and everything over the screens. */
export function Page(parts: PageParts) {
  return (
    <AppProvider value={parts.app}>
      <HashLocation {...parts}>
        <Inside {...parts} />
      </HashLocation>
    </AppProvider>
  );
}

function Inside({ location, ...parts }: PageParts) {
  location.current = useLocation();
  const loaded = parts.deferred.module.value;
  return (
    <>
      <Tabs {...parts} />
      {loaded && <loaded.Offline />}
      <Routes find={parts.find} deferred={parts.deferred} lazyScreens={parts.lazyScreens} />
      <LoadingIndicator />
      <Toast />
      {loaded && <loaded.Over {...parts} />}
    </>
  );
}
