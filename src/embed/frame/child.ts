import type { ErrorCode, Handle } from '../api';
import type { FrameMessage, FrameOptions, Hello, Init } from '../frame-protocol';

// The script of the frame document: it contains the usual loader, and receives its tokens from the surrounding page.

declare const VERSION: string;

/** From the frame document: the partner's origins, which the server knows; they are not taken from the surrounding page. */
const meta = document.querySelector<HTMLMetaElement>('meta[name=cloudphone]');
const { origins } = JSON.parse(meta?.content ?? '') as { origins: string[] };
const [version = '', feature = '', id = ''] = location.hash.slice(1).split('.');
/** `/frame/<partner>`. */
const partner = decodeURIComponent(location.pathname.replace(/.*\//, ''));
const loader = import.meta.url.replace(/\/c\/[^/]*$/, `/${VERSION}/embed.js`);

type Answer = Extract<FrameMessage, { e?: ErrorCode }>;

/** Loaded during the handshake, together with the code of the feature: neither is secret. */
const api: Promise<typeof import('../loader/loader')> = import(loader);
api.then(({ preload }) => preload(feature as Handle['feature'])).catch(() => {}); // reported once the feature is shown

function begin(
  port: MessagePort,
  options: FrameOptions,
  { mount, CloudPhoneEmbedError }: typeof import('../loader/loader'),
) {
  document.body.style.margin = '0';
  const waiting = new Map<number, (answer: Answer) => void>();
  let requests = 0;
  let last: string | undefined;
  const send = (message: FrameMessage) => port.postMessage(message);
  const handle: Handle = mount(feature as Handle['feature'], document.body, {
    ...options,
    partner, // not taken from the surrounding page
    loading: 'eager',
    fetchToken: ({ reason }) =>
      new Promise((resolve, fail) => {
        const n = requests++;
        waiting.set(n, ({ v, e, about }) => {
          waiting.delete(n);
          last = v?.token;
          if (v) resolve(v);
          else fail(new CloudPhoneEmbedError(e ?? 'token_fetch_failed', about));
        });
        send({ type: 'token', n, reason, bad: reason === 'expired' ? last : undefined });
      }),
  });
  const onMessage = ({ data }: MessageEvent<FrameMessage>) => {
    if (data.type === 'token' && !('reason' in data)) waiting.get(data.n)?.(data);
    if (data.type === 'update') handle.update(data.options);
    if (data.type === 'navigate') handle.navigate(data.route);
    if (data.type === 'refresh') void handle.refresh();
    if (data.type === 'bye') void handle.destroy();
  };
  port.onmessage = onMessage;
  for (const name of [
    'content',
    'routechange',
    'error',
    'deprecation',
    'balance-changed',
    'withdraw-submitted',
    'work-order-created',
    'order-placed',
    'post-created',
    'message-sent',
    'notice-unread',
    'event',
  ] as const)
    document.addEventListener(`cp-${name}`, (event) => {
      const { detail } = event as CustomEvent;
      send({ type: 'event', name, detail: name === 'error' ? { ...detail.error, cause: 0 } : detail });
    });
  // the surrounding page decides and opens it, because a tab opened here would inherit the frame's sandbox
  document.addEventListener('cp-leave', (event) => {
    event.preventDefault();
    send({ type: 'leave', url: event.detail.url });
  });
  const size = () => {
    send({ type: 'size', h: document.documentElement.offsetHeight });
    if (!window.ResizeObserver) setTimeout(size, 500); // below Safari 13.4
  };
  if (window.ResizeObserver) new ResizeObserver(size).observe(document.documentElement);
  size();
}

/** Minimum height in pixels of a readable dialog. */
const minHeight = 400;

/**
 * Reports which part of this document is outside the member's screen, above and below. The document is as tall as its content, so a
 * dialog could otherwise appear where the member cannot see it.
 */
function look() {
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (!entry) return;
    const { top, height } = entry.intersectionRect;
    const visibleHeight = Math.min(innerHeight, Math.max(minHeight, height));
    const above = Math.min(top, innerHeight - visibleHeight);
    const { style } = document.documentElement;
    style.setProperty('--cp-unseen-above', `${above}px`);
    style.setProperty('--cp-unseen-below', `${innerHeight - visibleHeight - above}px`);
  });
  observer.observe(document.documentElement);
}
/** Whether a press in a dialog waits for its click. The dialog must not move until then, or the click would miss the pressed button. */
let pressed = false;
// at a press too, before its click, because dialogs follow clicks
for (const name of ['pointerdown', 'touchstart', 'focusin', 'click', 'pointercancel'])
  addEventListener(
    name,
    (event) => {
      if (name !== 'focusin')
        pressed =
          /down|start/.test(name) &&
          event.composedPath().some((one) => (one as Partial<Element>).localName === 'dialog');
      if (!pressed) look();
    },
    { capture: true, passive: true },
  );

let begun = false;
addEventListener('message', ({ source, origin, data, ports }: MessageEvent<Init | null>) => {
  const [port] = ports;
  if (begun || !port || source !== parent || !origins.includes(origin)) return;
  if (typeof data !== 'object' || data?.cp !== 'init' || data.id !== id || String(data.v) !== version) return;
  const { ancestorOrigins } = location;
  if (ancestorOrigins && (ancestorOrigins.length !== 1 || ancestorOrigins[0] !== origin)) return; // nested frames
  begun = true;
  void api.then((loaded) => begin(port, data.options, loaded));
});
const hello: Hello = { cp: 'hello', v: Number(version), id };
parent.postMessage(hello, '*'); // the only message without a target origin: it contains no data
