import type { ErrorCode, Handle } from '../api';
import type { FrameMessage, FrameOptions, Hello, Init } from '../frame-protocol';

// The script of the frame document: the loader in it is the same as everybody's, and gets its tokens from the page around.

declare const VERSION: string;

/** From the frame document: the partner's origins, which the server knows; the page around claims none. */
const meta = document.querySelector<HTMLMetaElement>('meta[name=cloudphone]');
const { origins } = JSON.parse(meta?.content ?? '') as { origins: string[] };
const [version = '', feature = '', id = ''] = location.hash.slice(1).split('.');
/** `/frame/<partner>`. */
const partner = decodeURIComponent(location.pathname.replace(/.*\//, ''));
const loader = import.meta.url.replace(/\/c\/[^/]*$/, `/${VERSION}/embed.js`);

type Answer = Extract<FrameMessage, { e?: ErrorCode }>;

/** Loaded beside the greeting, with the code of the feature: neither is anybody's secret. */
const api: Promise<typeof import('../loader/loader')> = import(loader);
api.then(({ preload }) => preload(feature as Handle['feature'])).catch(() => {}); // said once it is shown

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
    partner, // the page around claims none
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
  // the page around is asked, and opens it: here it would be a tab of a frame's
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

/** Pixels that a question of ours takes, at the least that it can be read in. */
const minHeight = 400;

/**
 * Says which part of this document is off the member's screen, above and below: it is as tall as what is in it, so what
 * comes over everything would come where they may not see it. At every touch, before it has become a press: questions follow those.
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
for (const name of ['pointerdown', 'touchstart', 'focusin', 'click'])
  addEventListener(name, look, { capture: true, passive: true });

let begun = false;
addEventListener('message', ({ source, origin, data, ports }: MessageEvent<Init | null>) => {
  const [port] = ports;
  if (begun || !port || source !== parent || !origins.includes(origin)) return;
  if (typeof data !== 'object' || data?.cp !== 'init' || data.id !== id || String(data.v) !== version) return;
  const { ancestorOrigins } = location;
  if (ancestorOrigins && (ancestorOrigins.length !== 1 || ancestorOrigins[0] !== origin)) return; // framed in a frame
  begun = true;
  void api.then((loaded) => begin(port, data.options, loaded));
});
const hello: Hello = { cp: 'hello', v: Number(version), id };
parent.postMessage(hello, '*'); // the only message to anybody: it carries nothing
