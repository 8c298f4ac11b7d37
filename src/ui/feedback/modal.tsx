import { css } from 'goober';
import {
  type ComponentProps,
  type KeyboardEvent,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
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
  margin: 0 !important; /* wherever it stands, among the fields of a form too */
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

/**
 * Over everything, and the only thing there is until it is closed: by Esc, by pressing beside it, by going to another
 * screen. An engine without `showModal` (iOS before 15.4) gets an open dialog that holds the focus. Focus goes back to
 * where it was.
 */
export function Modal({
  kind,
  onClose,
  ...rest
}: { kind?: 'sheet' | 'preview'; onClose(): void } & ComponentProps<'dialog'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const entry = useContext(LocationContext)?.key;
  const opened = useRef(entry);

  useLayoutEffect(() => {
    const here = dialog.current;
    if (!here) return;
    const before = (here.getRootNode() as Document).activeElement as HTMLElement | null;
    if (here.showModal) here.showModal();
    else {
      here.setAttribute('open', '');
      here.querySelector<HTMLElement>(reachable)?.focus();
    }
    return () => {
      here.close?.();
      before?.focus?.({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    if (entry !== opened.current) onClose();
  }, [entry]);

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    const here = event.currentTarget;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    if (event.key !== 'Tab' || typeof here.showModal === 'function') return;
    const all = [...here.querySelectorAll<HTMLElement>(reachable)];
    const [first, last] = [all[0], all[all.length - 1]];
    const now = (here.getRootNode() as Document).activeElement;
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
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    />
  );
}
