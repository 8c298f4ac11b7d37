import { css } from 'goober';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { afterPaint } from '../../core/after-paint';
import { LocationContext } from '../../core/navigation/location';

const scrim = css`
  position: fixed;
  z-index: 9;
  top: var(--cp-unseen-above, 0);
  left: 0;
  display: flex;
  align-items: center;
  justify-content: center;
  width: 100%;
  max-width: none;
  height: calc(100% - var(--cp-unseen-above, 0px) - var(--cp-unseen-below, 0px));
  max-height: none;
  margin: 0 !important; /* in any position, including among the fields of a form */
  padding: 24px;
  border: 0;
  background: #060d13b3;
  color: inherit;
  touch-action: none;
  & > div {
    width: 100%;
    max-width: 340px;
    max-height: 100%;
    padding: 20px;
    overflow-y: auto;
    overscroll-behavior: contain;
    border-radius: calc(var(--cp-round) * 20 / 16);
    background: var(--cp-card);
    touch-action: pan-y;
    animation: cp-rise 0.18s ease-out;
  }
  & h2 {
    line-height: 1.8;
  }
  &[data-kind='sheet'] {
    align-items: flex-end;
    padding: 48px 0 0;
  }
  &[data-kind='sheet'] > div {
    max-width: 640px;
    padding-bottom: calc(20px + env(safe-area-inset-bottom));
    border-radius: calc(var(--cp-round) * 20 / 16) calc(var(--cp-round) * 20 / 16) 0 0;
  }
  &[data-kind='preview'] {
    background: #060d13eb;
  }
  &::backdrop {
    background: none;
  }
`;

const reachable = 'a[href],button:not(:disabled),input,select,textarea,[tabindex="0"]';
/** The first field of a form. A search above a list does not count: its keyboard would cover the list. */
const firstField = ':scope form input:not(:disabled),:scope form textarea,:scope form select';
/** The target of the focus when its element is gone: another open dialog, else the screen. */
const focusTargets = 'dialog[open],[data-screen]';

const focusIn = (dialog: HTMLElement) =>
  (dialog.querySelector<HTMLElement>(firstField) ?? dialog.querySelector<HTMLElement>(reachable))?.focus();

/**
 * Whether a dialog is rendered while its tap is handled: an iPhone opens the keyboard only for a field that gets the focus then. Elsewhere the tap
 * is answered by a popover without content, which covers everything too, but does not make the engine restyle the whole page.
 */
const isAtOnce = () => !HTMLElement.prototype.showPopover || CSS.supports('-webkit-touch-callout', 'none');

/** Covers the screen with a dialog, and makes it modal after the paint of that. Again with each `turn`. Returns whether to render its content. */
function useShown(dialog: RefObject<HTMLDialogElement | null>, turn: number): boolean {
  const [filled, setFilled] = useState(isAtOnce);
  useLayoutEffect(() => {
    if (filled || !dialog.current) return;
    dialog.current.popover = 'manual';
    dialog.current.showPopover();
    afterPaint(() => setFilled(true));
  }, []);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!filled || !element || element.open) return;
    element.removeAttribute('popover'); // hides it as one
    if (element.showModal) element.showModal();
    else element.setAttribute('open', '');
    focusIn(element);
  }, [turn, filled]);
  return filled;
}

/**
 * Covers everything and takes all input until it is closed: by Esc, by pressing beside it, by Back, or by going to another screen.
 * Without `onClose` nothing closes it. An engine without `showModal` (iOS before 15.4) gets an open dialog that traps the focus. The
 * focus returns to its previous element.
 */
export function Modal({
  kind,
  onClose,
  children,
  ...rest
}: { kind?: 'sheet' | 'preview'; onClose: (() => void) | undefined } & ComponentProps<'dialog'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { cover } = useContext(LocationContext);
  const close = useRef(onClose);
  close.current = onClose;
  const closes = !!onClose;
  const [turn, setTurn] = useState(0);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const root = element.getRootNode() as Document;
    const before = root.activeElement as HTMLElement | null;
    // a phone's own Back may close a dialog without asking
    const shut = () => {
      close.current?.();
      setTurn((turn) => turn + 1);
    };
    element.addEventListener('close', shut);
    return () => {
      element.removeEventListener('close', shut);
      element.close?.();
      for (const target of [before, ...root.querySelectorAll<HTMLElement>(focusTargets)]) {
        if (target === element || target === root.body) continue;
        target?.focus?.({ preventScroll: true });
        if (target && root.activeElement === target) return;
      }
    };
  }, []);

  const filled = useShown(dialog, turn);

  // a dialog that refuses to close is opened again
  useLayoutEffect(
    () =>
      closes
        ? cover(() => {
            close.current?.();
            setTurn((turn) => turn + 1);
          })
        : undefined,
    [turn, closes],
  );

  useLayoutEffect(() => {
    const element = dialog.current;
    const now = element && (element.getRootNode() as Document).activeElement;
    // the focused element is gone, together with a step of the dialog
    if (element && (!now || now === element.ownerDocument.body)) focusIn(element);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    const element = event.currentTarget;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose?.();
    }
    if (event.key !== 'Tab' || typeof element.showModal === 'function') return;
    const all = [...element.querySelectorAll<HTMLElement>(reachable)];
    const [first, last] = [all[0], all[all.length - 1]];
    const now = (element.getRootNode() as Document).activeElement;
    if (now !== (event.shiftKey ? first : last)) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  };

  return (
    <dialog
      {...rest}
      ref={dialog}
      className={scrim}
      data-kind={kind}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (filled && event.target === dialog.current) onClose?.();
      }}
    >
      {filled && children}
    </dialog>
  );
}
