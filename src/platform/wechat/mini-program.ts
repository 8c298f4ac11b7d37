import type { BookAddress, GatewayCalls, PaymentOutcome, Platform, Spot, Store } from '../../core/platform';
import { sendPicture } from './native-upload';

/** Pages of the mini-program that do what a web view cannot (src/mini-program). */
type NativePage = 'pay' | 'scan' | 'address' | 'location' | 'save' | 'media';
/** What somebody waits for: a page, or of one that does several things one of them. */
type Errand = Exclude<NativePage, 'media'> | 'picture' | 'video';

/** Milliseconds after the page is shown again in which a result still comes; and in all, if it never was hidden. */
const timeouts = { visible: 1500, all: 600_000, early: 60_000 };
/** Where the tab keeps what it waits for: the mini-program may load the page anew to hand over a result. */
const waitingKey = 'nativePage';
/** What a member would otherwise have to choose once more; of a payment the server knows. */
const repeatable = new Set<Errand>(['scan', 'address', 'location', 'picture', 'video']);
/** The parameter of the hash that a result comes in. */
const result = /([?&])mpr=([^&#]*)&?/;

interface Waiting {
  id: string;
  errand: Errand;
}
type Params = Record<string, string>;

interface Deps {
  tab: Store;
  onShow: Platform['onShow'];
  /** Opens a page of the mini-program; rejects when there is none. */
  navigateTo(url: string): Promise<void>;
  mediaTicket: GatewayCalls['mediaTicket'];
}

/**
 * Opens native pages and waits for their results. A result comes back once, in the hash of the address, under the id that it was asked for
 * with; it is taken out of the address before anybody else sees it. The function that it gives answers nothing when the member came back without.
 */
function createErrands({ tab, onShow, navigateTo }: Omit<Deps, 'mediaTicket'>, limits: typeof timeouts) {
  let resolveOpen: ((value: unknown) => void) | undefined;
  let taken: string | undefined;
  /** A result that the page was loaded anew for: whoever asks for the same again gets it. */
  let early: { errand: Errand; value: unknown; until: number } | undefined;

  /** What the tab waits for, if `id` is that. */
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
      // somebody else wrote it
    }
    const [id, value] = Array.isArray(given) ? given : [];
    const waiting = waitingFor(id);
    if (!waiting) return;
    tab.set(waitingKey, undefined);
    if (resolveOpen) resolveOpen(value);
    else if (repeatable.has(waiting.errand))
      early = { errand: waiting.errand, value, until: Date.now() + limits.early };
  }
  /** The result that stands in the address is read; with `isNew` it is an entry of its own, which is gone back from. */
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
      // the router would take it for another screen
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

/** What native pages do for the web page. To be called before the router listens. */
export function createNativePages({ mediaTicket, ...deps }: Deps, limits = timeouts) {
  const open = createErrands(deps, limits);
  return {
    /** `ticket.native` is good for one payment, and nothing else. The page asks the server for what WeChat is paid with. */
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
