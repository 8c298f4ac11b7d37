import { css } from 'goober';
import { type KeyboardEvent, type ReactNode, type TouchEvent, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import { Modal } from '../feedback/modal';
import { target } from '../styles';
import { Icon } from './icon';
import { closeIcon } from './icons';

const preview = css`
  max-width: 100%;
  height: 100%;
  & > img {
    max-width: 100%;
    max-height: 100%;
    margin: auto;
    border-radius: calc(var(--cp-round) * 8 / 16);
  }
`;
const shut = css`
  position: absolute;
  top: env(safe-area-inset-top);
  right: 0;
  & svg {
    border-radius: calc(var(--cp-round) * 12 / 16);
    background: rgba(6, 10, 14, 0.75);
    color: #fff;
  }
`;

/** Px of a horizontal swipe to the next picture. */
const far = 60;

interface View {
  scale: number;
  x: number;
  y: number;
}
const fitted: View = { scale: 1, x: 0, y: 0 };

function apart({ touches }: TouchEvent): number {
  const [a, b] = [touches[0], touches[1]];
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
}

interface Props {
  url: string;
  label: string;
  /** Called after a swipe over a picture that is not zoomed, or an arrow key: 1 is next, -1 is previous. */
  onSwipe?: ((by: 1 | -1) => void) | undefined;
}

/** A full-screen picture: pinch or double tap to zoom, drag to move. */
export function Preview({
  onClose,
  children,
  ...picture
}: Props & { onClose(): void; children?: ReactNode }) {
  const { t } = useApp();
  const label = picture.label || t('form.upload.preview');
  return (
    <Modal kind="preview" onClose={onClose} aria-label={label}>
      <Picture key={picture.url} {...picture} label={label} />
      <p className={shut}>
        <button type="button" className={target} aria-label={t('common.close')} onClick={() => onClose()}>
          <Icon of={closeIcon} />
        </button>
      </p>
      {children}
    </Modal>
  );
}

function Picture({ url, label, onSwipe }: Props) {
  const [view, setView] = useState(fitted);
  const from = useRef({ view, apart: 0, x: 0, y: 0, tapped: 0 });

  const begin = (event: TouchEvent) => {
    const finger = event.touches[0];
    if (!finger) return;
    Object.assign(from.current, {
      view,
      apart: event.touches.length > 1 ? apart(event) : 0,
      x: finger.clientX,
      y: finger.clientY,
    });
  };
  const move = (event: TouchEvent) => {
    const { view: before, apart: distance, x, y } = from.current;
    const finger = event.touches[0];
    if (event.touches.length > 1 && distance) {
      const scale = Math.max(1, Math.min(4, (before.scale * apart(event)) / distance));
      setView(scale === 1 ? fitted : { ...before, scale });
    } else if (finger && !distance && before.scale > 1) {
      setView({ ...before, x: before.x + finger.clientX - x, y: before.y + finger.clientY - y });
    }
  };
  const end = ({ touches, changedTouches }: TouchEvent) => {
    const finger = changedTouches[0];
    const { apart: distance, view: before, x, y } = from.current;
    if (!onSwipe || !finger || touches.length || distance || before.scale > 1) return;
    const [right, down] = [finger.clientX - x, finger.clientY - y];
    if (Math.abs(right) > far && Math.abs(right) > 2 * Math.abs(down)) onSwipe(right < 0 ? 1 : -1);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') onSwipe?.(1);
    if (key === 'ArrowLeft') onSwipe?.(-1);
  };
  /** A double tap by finger; a single key press. */
  const press = ({ timeStamp, detail }: { timeStamp: number; detail: number }) => {
    const meant = detail === 0 || timeStamp - from.current.tapped < 300;
    from.current.tapped = meant ? 0 : timeStamp;
    if (meant) setView(view.scale > 1 ? fitted : { ...fitted, scale: 2.5 });
  };

  return (
    <button
      type="button"
      className={preview}
      aria-pressed={view.scale > 1}
      onTouchStart={begin}
      onTouchMove={move}
      onTouchEnd={end}
      onKeyDown={onKeyDown}
      onClick={press}
    >
      <img
        src={url}
        alt={label}
        style={{ transform: `translate(${view.x}px,${view.y}px) scale(${view.scale})` }}
      />
    </button>
  );
}
