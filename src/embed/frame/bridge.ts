import type { Ending } from '../../contract/embed/deprecations';
import { type FrameMessage, type FrameOptions, frameVersion, type Hello, type Init } from '../frame-protocol';
import type { About, Host, Mounted, RuntimeModule } from '../host';
import { tellOfEnd } from '../loader/deprecation';
import type { CloudPhoneEmbedError } from '../loader/errors';

/** Milliseconds to wait for the frame's hello: a frame that the page may not embed never sends one. */
export const handshakeTimeout = 12_000;
/** Milliseconds without a message after which the server is asked about the frame. */
export const askAfter = 2_000;
/** The maximum height that a frame may request in pixels, and the maximum number of messages per second. */
const highest = 20_000;
const most = 50;

/** Options that are passed to the frame. */
const frameOptions = ({ options, locale, used }: Host): FrameOptions => {
  const { partner, route, heading, theme, messages } = options;
  return { partner, locale, route, heading, theme, messages, used: used() };
};

/** A frame that the browser blocks sends nothing; our server knows whether this page may embed it. */
async function ask({ origin, options: { partner = '' }, signal, fail }: Host): Promise<void> {
  try {
    const url = `${origin}/embed/v1/partners/${encodeURIComponent(partner)}?origin=${encodeURIComponent(location.origin)}`;
    const { known, listed } = await (await fetch(url, { credentials: 'omit', signal })).json();
    if (!known) fail('partner_unknown', { given: partner });
    else if (!listed) fail('origin_mismatch', { given: location.origin });
  } catch {} // the connection has failed, and the frame may still answer
}

/** Shows a feature in a frame of our own origin, so that the page cannot read it. The same interface as the runtime's `show`. */
export const show: RuntimeModule['show'] = (host): Mounted => {
  const { id, feature, origin, root, signal } = host;
  const frame = document.createElement('iframe');
  frame.title = 'Cloudphone';
  // windows that it opens, such as a payment page, are ordinary windows
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  );
  // for saving a poster; engines before Chrome 83 allow it anyway, and log an error for the unknown value
  if (frame.sandbox.supports('allow-downloads')) frame.sandbox.add('allow-downloads');
  frame.setAttribute('part', 'frame');
  frame.referrerPolicy = 'strict-origin';
  // the query names the feature, so that the document can preload its files
  const about = `feature=${feature}&locale=${host.locale}`;
  frame.src = `${origin}/frame/${encodeURIComponent(host.options.partner ?? '')}?${about}#1.${feature}.${id}`;
  frame.style.cssText = 'display:block;width:100%;height:0;border:0;color-scheme:normal;overflow:hidden';
  if (!host.options.partner) queueMicrotask(() => host.fail('partner_unknown', { given: 'none' }));
  let port: MessagePort | undefined;
  let route: string | undefined;
  let window: { from: number; count: number } = { from: 0, count: 0 };

  const send = (message: FrameMessage) => port?.postMessage(message);
  const timer = setTimeout(
    () => host.fail('handshake_timeout', { given: location.origin }),
    handshakeTimeout,
  );
  const early = setTimeout(() => void ask(host), askAfter);

  const onMessage = ({ data }: MessageEvent<FrameMessage | null>) => {
    if (typeof data !== 'object' || !data) return;
    const now = performance.now();
    if (now - window.from > 1000) window = { from: now, count: 0 };
    if (++window.count > most) return;
    if (data.type === 'size' && typeof data.h === 'number' && data.h >= 0) {
      if (data.h) host.uncover(); // the frame shows its own loading state: both would move the content below twice
      frame.style.height = `${Math.min(Math.ceil(data.h), highest)}px`;
    }
    if (data.type === 'token' && 'reason' in data && typeof data.n === 'number') {
      const { n, reason, bad } = data;
      host.token(reason, bad).then(
        (token) => send({ type: 'token', n, v: { token, expiresIn: 300 } }),
        ({ code, status, given, connectUrl }: CloudPhoneEmbedError) =>
          send({ type: 'token', n, e: code, about: { status, given, connectUrl } }),
      );
    }
    if (data.type === 'leave' && /^https?:/.test(data.url)) host.leave(data.url);
    if (data.type === 'event' && typeof data.detail === 'object') {
      if (data.name === 'content') host.uncover();
      if (data.name === 'error') {
        const { code, ...about } = (data.detail ?? {}) as About & { code?: string };
        host.uncover(); // the frame shows it to the member itself
        host.report(String(code) as 'internal', about);
      } else if (data.name === 'deprecation') tellOfEnd(host, data.detail as Ending);
      else if (events.includes(data.name)) host.emit(data.name, data.detail as never);
    }
  };

  const onHello = ({ origin: from, source, data }: MessageEvent<Hello | null>) => {
    if (from !== origin || source !== frame.contentWindow) return;
    if (typeof data !== 'object' || !data || data.cp !== 'hello' || data.id !== id) return;
    if (data.v !== frameVersion) return host.fail('protocol_mismatch');
    clearTimeout(timer);
    clearTimeout(early);
    port?.close(); // a frame that was moved is reloaded, and sends hello again
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = onMessage;
    const options = { ...frameOptions(host), ...(route && { route }) }; // chosen while the frame was loading
    const init: Init = { cp: 'init', v: frameVersion, id, options };
    frame.contentWindow?.postMessage(init, origin, [channel.port2]);
  };

  const update = () => send({ type: 'update', options: frameOptions(host) });
  const language = new MutationObserver(update);
  language.observe(document.documentElement, { attributeFilter: ['lang'] });
  const stop = () => {
    language.disconnect();
    clearTimeout(timer);
    clearTimeout(early);
    removeEventListener('message', onHello);
    send({ type: 'bye' });
    port?.close();
    port = undefined;
    frame.remove();
  };
  addEventListener('message', onHello);
  signal.addEventListener('abort', stop, { once: true });
  root.append(frame);
  return {
    update,
    navigate(to) {
      route = to;
      send({ type: 'navigate', route });
    },
    refresh: () => send({ type: 'refresh' }),
    stop,
  };
};

/** Events that a frame may fire on the page. */
const events: string[] = [
  'content',
  'routechange',
  'balance-changed',
  'withdraw-submitted',
  'work-order-created',
  'order-placed',
  'post-created',
  'message-sent',
  'notice-unread',
  'event',
];
