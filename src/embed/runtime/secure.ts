import { css } from 'goober';
import type { Challenge } from '../../contract/embed/embed';
import type { Locale } from '../../contract/wire/locale';
import type { I18n } from '../../core/text/i18n';
import type { Host } from '../host';

/** Milliseconds to wait for the document's greeting: one that a policy blocks never sends it. */
const greetingTimeout = 6_000;

/** A message from the secure document to the page that opened it. */
interface SecureMessage {
  cp: 'secure';
  v: number;
  id: string;
  state: 'ready' | 'size' | 'done' | 'cancelled' | 'expired';
  h?: number;
}

const dialogStyle = css`
  position: fixed;
  top: var(--cp-unseen-above, 0);
  right: 0;
  bottom: var(--cp-unseen-below, 0);
  left: 0;
  width: 420px;
  max-width: calc(100% - 32px);
  height: fit-content;
  max-height: calc(100% - var(--cp-unseen-above, 0px) - var(--cp-unseen-below, 0px));
  margin: auto;
  padding: 0;
  overflow: auto;
  border: 0;
  border-radius: var(--cp-radius, 14px);
  background: var(--cp-card);
  color: var(--cp-ink);
  &::backdrop {
    background: rgba(6, 10, 14, 0.55);
  }
  & > iframe {
    display: block;
    width: 100%;
    height: 360px;
    max-height: calc(100vh - var(--cp-unseen-above, 0px) - var(--cp-unseen-below, 0px));
    border: 0;
  }
  & > button {
    width: 100%;
    min-height: 48px;
  }
`;

/** The address of the secure document, with the member's language and the partner's main colour, and nothing else of the page. */
function address({ origin }: Host, box: HTMLElement, id: string, locale: Locale): string {
  const style = getComputedStyle(box);
  const token = (name: string) => encodeURIComponent(style.getPropertyValue(`--cp-${name}`).trim());
  const query = [
    `lang=${locale}`,
    `scheme=${box.dataset.scheme}`,
    `primary=${token('color-primary')}`,
    `radius=${token('radius')}`,
  ];
  return `${origin}/secure/${encodeURIComponent(id)}?${query.join('&')}`;
}

/**
 * Has a challenge confirmed on our own origin: in a frame over everything or, if frames fail (WeChat), on a separate page that leads back
 * here. Resolves with the message for a member who did not confirm, or undefined.
 */
export async function confirm(
  host: Host,
  box: HTMLElement,
  { id, expiresIn }: Challenge['challenge'],
  { locale, t, ready }: I18n,
): Promise<string | undefined> {
  await ready('embed');
  const url = address(host, box, id, locale.peek());
  if (/MicroMessenger/i.test(navigator.userAgent)) {
    const leaveUrl = `${url}&return=${encodeURIComponent(location.href)}`;
    if (!host.emit('leave', { url: leaveUrl, reason: 'confirm' })) return t('embed.secure.refused');
    location.assign(leaveUrl);
    return new Promise(() => {}); // this page is left
  }
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  const shut = document.createElement('button');
  dialog.className = dialogStyle;
  dialog.setAttribute('aria-label', t('embed.secure.title'));
  shut.type = 'button';
  shut.textContent = t('embed.secure.close');
  const open = document.createElement('button');
  open.type = 'button';
  open.textContent = t('embed.secure.open');
  frame.title = t('embed.secure.title');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.referrerPolicy = 'strict-origin';
  frame.src = url;
  dialog.append(frame, shut);
  const before = host.root.activeElement as HTMLElement | null;

  return new Promise((resolve) => {
    /** It was opened in a window, so only the gateway knows the result: the call is repeated. */
    let elsewhere = false;
    let looking: ReturnType<typeof setTimeout> | undefined;
    const end = (confirmed: boolean) => {
      for (const one of [timer, late, looking]) clearTimeout(one);
      removeEventListener('message', onMessage);
      host.signal.removeEventListener('abort', cancel);
      dialog.remove();
      before?.focus?.({ preventScroll: true });
      resolve(confirmed ? undefined : t('embed.secure.refused'));
    };
    const cancel = () => end(elsewhere);
    const onMessage = ({ origin, source, data }: MessageEvent<SecureMessage | null>) => {
      if (origin !== host.origin || source !== frame.contentWindow) return;
      if (typeof data !== 'object' || !data || data.cp !== 'secure' || data.v !== 1 || data.id !== id) return;
      clearTimeout(late);
      open.remove();
      shut.hidden = true; // the document has its own close button; this one is for a document that does not load
      if (data.state === 'size' && typeof data.h === 'number')
        frame.style.height = `${Math.max(160, Math.min(data.h, 900))}px`;
      if (data.state === 'done') end(true);
      if (data.state === 'cancelled' || data.state === 'expired') end(false);
    };
    const timer = setTimeout(cancel, expiresIn * 1000 + 5000);
    const late = setTimeout(() => {
      host.report('secure_page_blocked', { given: url.replace(/\/secure\/.*/, '') });
      frame.hidden = true;
      dialog.insertBefore(open, shut);
    }, greetingTimeout);
    open.onclick = () => {
      elsewhere = true;
      const opened = window.open('', '_blank');
      if (!opened) return host.leave(url);
      opened.opener = null;
      opened.location.href = `${url}&return=close`;
      const look = () => {
        looking = setTimeout(() => (opened.closed ? end(true) : look()), 500);
      };
      // a page that cannot keep a reference to a window of another origin (COOP) sees it closed at once: there the member closes this
      looking = setTimeout(() => opened.closed || look(), 500);
    };
    addEventListener('message', onMessage);
    host.signal.addEventListener('abort', cancel);
    shut.onclick = cancel;
    dialog.oncancel = (event) => {
      event.preventDefault();
      cancel();
    };
    box.append(dialog);
    if (dialog.showModal) dialog.showModal();
    else dialog.setAttribute('open', '');
  });
}
