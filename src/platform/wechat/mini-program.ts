import type { BookAddress, GatewayCalls, PaymentOutcome, Platform, Spot, Store } from '../../core/platform';
import { sendPicture } from './native-upload';

/** Pages of the mini-program for functions that a web view lacks (src/mini-program). */
type NativePage = 'pay' | 'scan' | 'address' | 'location' | 'save' | 'media';
/** A pending task: a page, or one of the functions of a page with several. */
type Errand = Exclude<NativePage, 'media'> | 'picture' | 'video';

/** Milliseconds in which a result may still arrive: after the page is shown again; and in total, if it was never hidden. */
const timeouts = { visible: 1500, all: 600_000, early: 60_000 };
/** The key of the pending task in the tab's store: the mini-program may reload the page to return a result. */
const waitingKey = 'nativePage';
/** Tasks that the member would otherwise have to repeat; the server knows the result of a payment. */
const repeatable = new Set<Errand>(['scan', 'address', 'location', 'picture', 'video']);
/** The parameter of the hash that contains a result. */
const result = /([?&])mpr=([^&#]*)&?/;

interface Waiting {
  id: string;
  errand: Errand;
}
type Params = Record<string, string>;

interface Deps {
  tab: Store;
  onShow: Platform['onShow'];
  /** Opens a page of the mini-program; rejects if it does not exist. */
  navigateTo(url: string): Promise<void>;
  mediaTicket: GatewayCalls['mediaTicket'];
}

/**
 * Opens native pages and waits for their results. A result arrives once, in the hash of the address, under the id of its request; it is
 * removed from the address before any other code sees it. The returned function resolves with undefined if the member came back without a
 * result.
 */
function createErrands({ tab, onShow, navigateTo }: Omit<Deps, 'mediaTicket'>, limits: typeof timeouts) {
  let resolveOpen: ((value: unknown) => void) | undefined;
  let taken: string | undefined;
  /** A result for which the page was reloaded: the next request for the same task receives it. */
  let early: { errand: Errand; value: unknown; until: number } | undefined;

  /** The pending task, if `id` matches it. */
  function waitingFor(id: unknown): Waiting | undefined {
    try {
      const waiting = JSON.parse(tab.get(waitingKey) ?? '{}') as Waiting;
      return waiting.id === id ? waiting : undefined;
    } catch {
      return;
    }
  }
  function take(text: string): void {
    let given: unknown[] = [];
    try {
      given = JSON.parse(decodeURIComponent(text));
    } catch {
      // written by other code
    }
    const [id, value] = Array.isArray(given) ? given : [];
    const waiting = waitingFor(id);
    if (!waiting) return;
    tab.set(waitingKey, undefined);
    if (resolveOpen) resolveOpen(value);
    else if (repeatable.has(waiting.errand))
      early = { errand: waiting.errand, value, until: Date.now() + limits.early };
  }
  /** Reads the result in the address; with `isNew` it is a separate entry, which is removed by going back. */
  const look = (isNew: boolean): boolean => {
    const { href } = location;
    const [, , text] = result.exec(href.split('#').slice(1).join('#')) ?? [];
    if (text === undefined) return false;
    if (taken === href) return true;
    taken = href;
    take(text);
    if (isNew) history.back();
    else history.replaceState(history.state, '', href.replace(result, '$1').replace(/[?&]$/, ''));
    return true;
  };
  look(false);
  for (const name of ['popstate', 'hashchange'])
    addEventListener(name, (event) => {
      // the router would treat it as another screen
      if (look(true)) event.stopImmediatePropagation();
    });

  return async function open<T>(
    page: NativePage,
    params: () => Params | Promise<Params> = () => ({}),
    errand = page as Errand,
  ): Promise<T | undefined> {
    const before = early;
    early = undefined;
    if (before?.errand === errand && before.until > Date.now()) return before.value as T;
    resolveOpen?.(undefined);
    const given = await params();
    const id = Math.random().toString(36).slice(2);
    tab.set(waitingKey, JSON.stringify({ id, errand } satisfies Waiting));
    taken = undefined;
    const query = Object.entries({ ...given, id, back: location.href })
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = () => {};
    const answer = new Promise<unknown>((done) => {
      resolveOpen = done;
      const giveUp = (after: number) => {
        clearTimeout(timer);
        timer = setTimeout(done, after, undefined);
      };
      giveUp(limits.all);
      stop = onShow(() => giveUp(limits.visible));
    });
    try {
      await navigateTo(`/pages/${page}/${page}?${query}`);
      return (await answer) as T | undefined;
    } finally {
      stop();
      clearTimeout(timer);
      resolveOpen = undefined;
    }
  };
}

/** Functions of native pages for the web page. Call it before the router listens. */
export function createNativePages({ mediaTicket, ...deps }: Deps, limits = timeouts) {
  const open = createErrands(deps, limits);
  return {
    /** `ticket.native` is valid for one payment only. The native page requests WeChat's payment data from the server. */
    pay: async ({ ticket }): Promise<PaymentOutcome> =>
      (await open<PaymentOutcome>('pay', () => ({ ticket: String(ticket.native) })).catch(() => undefined)) ??
      'unknown',
    scan: () => open<string>('scan'),
    addressBook: () => open<BookAddress>('address'),
    chooseLocation: () => open<Spot>('location'),
    openLocation: async ({ latitude, longitude, name, address }) => {
      await open('location', () => ({ latitude: `${latitude}`, longitude: `${longitude}`, name, address }));
    },
    saveVideo: async (url) => !!(await open<boolean>('save', () => ({ url }))),
    savePicture: async (picture) =>
      !!(await open<boolean>('save', async () => ({
        kind: 'picture',
        url: await sendPicture(await mediaTicket('picture'), picture),
      }))),
    async chooseImage() {
      const params = async () => ({ kind: 'picture', ticket: await mediaTicket('picture') });
      return (await open<{ id: string }>('media', params, 'picture'))?.id;
    },
    async chooseVideo() {
      const params = async () => ({
        kind: 'video',
        ticket: await mediaTicket('video'),
        poster: await mediaTicket('picture'),
      });
      const sent = await open<{ id: string; poster?: string }>('media', params, 'video');
      return sent && { video: sent.id, ...(sent.poster && { poster: sent.poster }) };
    },
  } satisfies Partial<Platform>;
}
