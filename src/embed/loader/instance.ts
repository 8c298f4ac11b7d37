import { localeOf, locales } from '../../contract/wire/locale';
import type {
  DestroyReason,
  Details,
  EmbedElement,
  ErrorCode,
  EventName,
  Feature,
  Handle,
  Options,
  State,
} from '../api';
import type { About, AdviceModule, FeatureModule, Host, Mounted, RuntimeModule, ScreenModule } from '../host';
import type { Broker, Brokers } from './broker';
import type { Chunks } from './chunks';
import { type OwnOptions, usedOf } from './deprecation';
import { asError, CloudPhoneEmbedError } from './errors';
import { readFirst, waitForFigures } from './first-answers';
import { isInWindow } from './in-window';
import { createLeave } from './leave';
import { createSheets, createView, looks } from './view';

/**
 * Errors that may resolve by themselves. They are retried when the phone is online again, and after a delay that doubles each time, in
 * milliseconds.
 */
const passing = /load|net|timeout|api|token_f/;
const firstPause = 7_500;

type Answering = (detail: unknown) => unknown;

/** The part that all embeds of a page share. */
export interface Shared {
  /** The origin of our files and calls. */
  readonly origin: string;
  readonly version: string;
  /** The base address of files named by their content. */
  readonly files: string;
  readonly runtime: string;
  /** Initial height of each feature in pixels. */
  readonly heights: Record<string, number>;
  /** The files of a feature besides the runtime, its own last; also of `bridge` and `advice`. */
  filesOf(name: string): Promise<string[]>;
  readonly chunks: Chunks;
  readonly brokers: Brokers;
  readonly sheets: Map<string, CSSStyleSheet>;
  readonly defaults: Options;
  readonly running: Set<Embed>;
}

/** An embed: starts when its element is inserted into a page, ends when it is removed, and may start again. */
export interface Embed extends Handle {
  start(): void;
  stop(reason: DestroyReason): void;
  /** Restarts, if it shows this customer's data. */
  restart(subject: string): void;
  /** Drops its token, and returns it. */
  drop(): string | undefined;
}

/** `own`: the options of its element; `update` changes them. */
export function createEmbed(shared: Shared, feature: Feature, element: HTMLElement, own: OwnOptions): Embed {
  const { origin, chunks, running, filesOf, version } = shared;
  const id = Math.random().toString(36).slice(2);
  const root = element.attachShadow({ mode: 'open' });
  const options = (): OwnOptions => ({ ...shared.defaults, ...own });
  const locale = () =>
    localeOf(options().locale || element.closest('[lang]')?.getAttribute('lang') || navigator.language);
  /** With the messages of a file that is loaded on demand. */
  const advise: Host['advise'] = (what) =>
    void filesOf('advice')
      .then(chunks.load)
      .then(
        ([module]) => (module as AdviceModule).advise(what, element as EmbedElement, locale()),
        () => console.warn(what.message),
      );
  const adopt = createSheets(root, shared.files, () => options().nonce, shared.sheets);
  /** Named after the feature's file, whose name changes together with them. */
  const words: Host['words'] = async (one) => {
    const files = await filesOf(feature);
    return chunks.text(`${files[files.length - 1]?.slice(0, 12)}-${one}.json`);
  };
  const view = createView(root);
  void adopt([looks(shared.heights[feature] ?? 0)]);
  let state: State = 'idle';
  let lifecycle: AbortController | undefined;
  let displayed: Mounted | undefined;
  let broker: Broker | undefined;

  function emit<E extends EventName>(name: E, detail: Details[E]): boolean {
    const about = { detail, bubbles: true, composed: true, cancelable: name === 'leave' };
    const goesOn = element.dispatchEvent(new CustomEvent(`cp-${name}`, about));
    const all = options() as Record<string, unknown>;
    const listener = Object.keys(all).find((key) => key.toLowerCase() === `on${name}`);
    try {
      if (listener) return (all[listener] as Answering | undefined)?.(detail) !== false && goesOn;
    } catch (error) {
      console.error(error); // an error of the page's listener must not stop the embed
    }
    return goesOn;
  }

  const leave = createLeave({
    root,
    origin,
    ask: (url, reason) => emit('leave', { url, reason }),
    offer: (url) => view.offer(url, locale()),
    back: () => displayed?.refresh(), // shows the changes made there
  });

  /** Reports an error to the page, with the messages of this embed. */
  function report(error: unknown, about?: About) {
    const { code, ...details } =
      typeof error === 'string' ? { code: error as ErrorCode } : asError(error, 'internal');
    const reported = new CloudPhoneEmbedError(
      code,
      { ...details, ...about },
      locale(),
      options().messages?.[code],
    );
    emit('error', { error: reported });
    advise(reported);
    return reported;
  }

  function end() {
    lifecycle?.abort();
    displayed?.stop();
    lifecycle = displayed = broker = undefined;
    running.delete(embed);
  }

  let pause = firstPause;
  let later: ReturnType<typeof setTimeout> | undefined;
  const retry = () => {
    if (state === 'error' && element.isConnected) embed.start();
  };
  function fail(error: unknown, about?: About) {
    end();
    state = 'error';
    const reported = report(error, about);
    view.fail(reported, locale(), embed.start);
    if (!passing.test(reported.code)) return;
    later = setTimeout(retry, (pause *= 2));
    window.addEventListener('online', retry, { once: true });
  }

  async function load(signal: AbortSignal) {
    const began = performance.now();
    state = 'loading';
    emit('loadstart', { id, feature });
    await 0; // frameworks insert an element first, and set its properties afterwards
    if (signal.aborted) return;
    const { fetchToken, tokenEndpoint, mode } = options();
    const source = fetchToken ?? tokenEndpoint;
    if (!source) throw new CloudPhoneEmbedError('fetch_token_missing');
    const mine = shared.brokers.of(feature, source);
    broker = mine;
    let files: string[];
    let first: Host['first'] | undefined;
    // The token, the code and the messages in parallel.
    const token = mine.begin();
    token.catch(() => {});
    if (mode !== 'iframe' || /MicroMessenger/i.test(navigator.userAgent)) {
      words(locale()).catch(() => {});
      first = token.then(
        async (token) => {
          const sent = [token, options().partner, locales[locale()].header, usedOf(version, options())];
          const answers = await readFirst(origin, sent.join('\n'), signal);
          if (state === 'loading' && !signal.aborted)
            view.preview(answers.flatMap((one) => one.figures ?? []));
          return answers;
        },
        (error) => {
          if (!signal.aborted) fail(error);
          return [];
        },
      );
      files = [shared.runtime, ...(await filesOf(feature))];
      for (const file of files) chunks.text(file).catch(() => {});
      await waitForFigures(feature, first);
    } else files = await filesOf('bridge');
    const modules = await chunks.load(files);
    if (signal.aborted) return;
    const host: Host = {
      id,
      feature,
      origin,
      root,
      signal,
      get options() {
        return options();
      },
      get locale() {
        return locale();
      },
      used: () => usedOf(version, options()),
      locales,
      token: mine.token,
      first,
      load: chunks.load as Host['load'],
      text: chunks.text,
      words,
      emit,
      leave,
      fail(error, about) {
        if (!signal.aborted) fail(error, about);
      },
      report: (error, about) => void report(error, about),
      advise,
      adopt,
      began,
      uncover: view.clear,
    };
    const [runtime, ...rest] = modules as [RuntimeModule, FeatureModule];
    // including those of the deferred files, because a partner's colours are measured on visible elements
    await adopt(modules.map((one) => (one as ScreenModule).css));
    if (signal.aborted) return;
    displayed = runtime.show(host, rest);
    state = 'ready';
    pause = firstPause;
    emit('ready', { ms: Math.round(performance.now() - began) });
  }

  const embed: Embed = {
    id,
    feature,
    get state() {
      return state;
    },
    start() {
      if (lifecycle) return;
      clearTimeout(later);
      const lazy = state !== 'error' && options().loading !== 'eager';
      element.removeAttribute('ended');
      const { signal } = (lifecycle = new AbortController());
      running.add(embed);
      view.wait();
      const begin = () =>
        load(signal).catch((error) => {
          if (!signal.aborted) fail(error);
        });
      if (!lazy || typeof IntersectionObserver === 'undefined' || isInWindow(element)) return void begin();
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          void begin();
        },
        { rootMargin: '300px' },
      );
      observer.observe(element);
      signal.addEventListener('abort', () => observer.disconnect());
    },
    update(changed) {
      Object.assign(own, changed);
      if (changed.route) displayed?.navigate(changed.route);
      if (state === 'destroyed' && element.isConnected) return embed.start();
      if (!changed.mode || !lifecycle) return displayed?.update();
      end();
      embed.start();
    },
    navigate(route) {
      if (displayed) displayed.navigate(route);
      else own.route = route; // it starts with that route
    },
    async refresh() {
      if (!lifecycle) return element.isConnected ? embed.start() : undefined;
      await broker?.token('forced').then(
        () => displayed?.refresh(),
        (error) => (displayed && passing.test(error.code) ? report(error) : fail(error)), // the loaded data stays
      );
    },
    stop(reason) {
      if (!lifecycle && state !== 'error') return;
      end();
      clearTimeout(later);
      view.clear();
      state = 'destroyed';
      element.setAttribute('ended', '');
      emit('destroyed', { reason });
    },
    restart(subject) {
      if (broker?.subject !== subject) return;
      broker.drop();
      end();
      embed.start();
    },
    async destroy() {
      embed.stop('api');
      element.remove();
    },
    drop: () => broker?.drop(),
  };
  return embed;
}
