import { type FrameMessage, type FrameOptions, frameVersion, type Hello, type Init } from '../frame-protocol';
import type { Host, RuntimeModule, Shown } from '../host';
import type { CloudPhoneEmbedError } from '../loader/errors';

/** Milliseconds within which the frame has to say hello: one that the page may not show never does. */
export const handshakeTimeout = 12_000;
/** The largest height that a frame may ask for, in pixels, and how many messages it may send in a second. */
const highest = 20_000;
const most = 50;

const words = { en: 'Cloudphone', zh: '云手机' };

/** Options that a frame is told. */
const frameOptions = (
  { partner, route, theme, messages }: Host['options'],
  locale: string,
): FrameOptions => ({
  partner,
  locale,
  route,
  theme,
  messages,
});

/** Shows a feature in a frame of our own origin, for pages that are not to see into it. The same as the runtime's `show`. */
export const show: RuntimeModule['show'] = (host): Shown => {
  const { id, feature, origin, root, signal } = host;
  const frame = document.createElement('iframe');
  frame.title = words[/^zh/i.test(host.locale) ? 'zh' : 'en'];
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups');
  frame.setAttribute('part', 'frame');
  frame.referrerPolicy = 'strict-origin';
  frame.src = `${origin}/frame/${encodeURIComponent(host.options.partner ?? '')}#1.${feature}.${id}`;
  frame.style.cssText = 'display:block;width:100%;height:0;border:0;color-scheme:normal;overflow:hidden';
  let port: MessagePort | undefined;
  let window: { from: number; count: number } = { from: 0, count: 0 };

  const send = (message: FrameMessage) => port?.postMessage(message);
  const late = setTimeout(() => host.fail('handshake_timeout'), handshakeTimeout);

  const onMessage = ({ data }: MessageEvent<FrameMessage | null>) => {
    if (typeof data !== 'object' || !data) return;
    const now = performance.now();
    if (now - window.from > 1000) window = { from: now, count: 0 };
    if (++window.count > most) return;
    if (data.type === 'size' && typeof data.h === 'number' && data.h >= 0)
      frame.style.height = `${Math.min(Math.ceil(data.h), highest)}px`;
    if (data.type === 'token' && 'reason' in data && typeof data.n === 'number') {
      const { n, reason, bad } = data;
      host.token(reason, bad).then(
        (token) => send({ type: 'token', n, v: { token, expiresIn: 300 } }),
        (error) => send({ type: 'token', n, e: (error as CloudPhoneEmbedError).code }),
      );
    }
    if (data.type === 'event' && typeof data.detail === 'object') {
      if (data.name === 'content') host.uncover();
      if (data.name === 'error') {
        const { code } = (data.detail ?? {}) as { code?: string };
        host.uncover(); // the frame says it to the member itself
        host.report(String(code) as 'internal');
      } else if (events.includes(data.name)) host.emit(data.name, data.detail as never);
    }
  };

  const onHello = ({ origin: from, source, data }: MessageEvent<Hello | null>) => {
    if (from !== origin || source !== frame.contentWindow) return;
    if (typeof data !== 'object' || !data || data.cp !== 'hello' || data.id !== id) return;
    if (data.v !== frameVersion) return host.fail('protocol_mismatch');
    clearTimeout(late);
    port?.close(); // a frame that was moved is loaded again, and says hello again
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = onMessage;
    const init: Init = { cp: 'init', v: frameVersion, id, options: frameOptions(host.options, host.locale) };
    frame.contentWindow?.postMessage(init, origin, [channel.port2]);
  };

  const stop = () => {
    clearTimeout(late);
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
    update: () => send({ type: 'update', options: frameOptions(host.options, host.locale) }),
    navigate: (route) => send({ type: 'navigate', route }),
    refresh: () => send({ type: 'refresh' }),
    stop,
  };
};

/** What a frame may have us say to the page. */
const events: string[] = [
  'content',
  'routechange',
  'balance-changed',
  'withdraw-submitted',
  'work-order-created',
  'notice-unread',
  'event',
];
