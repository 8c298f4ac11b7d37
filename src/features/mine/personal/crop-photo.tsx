import { css } from 'goober';
import { type KeyboardEvent, type MouseEvent, type TouchEvent, useEffect, useRef, useState } from 'react';
import { useApp } from '../../../core/app';
import { Button } from '../../../ui/button';
import { Sheet } from '../../../ui/feedback/sheet';
import { pair, quiet } from '../../../ui/styles';

/** Pixels: the side of the circle on the screen, the side of the resulting photograph, and the step of an arrow key. */
const displayedSide = 240;
const made = 512;
const keyStep = 12;
const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const frame = css`
  position: relative;
  width: 240px;
  height: 240px;
  max-width: 100%;
  margin: 8px auto 12px;
  overflow: hidden;
  border-radius: 50%;
  background: var(--cp-sunk);
  touch-action: none;
  cursor: grab;
  &:focus-visible {
    outline: 3px solid var(--cp-accent);
    outline-offset: 3px;
  }
  & > img {
    position: absolute;
    max-width: none;
    user-select: none;
    -webkit-user-select: none;
    pointer-events: none;
  }
`;
const slider = css`
  display: flex;
  align-items: center;
  min-height: 44px;
  & > input {
    flex: 1;
    margin-left: 12px;
    accent-color: var(--cp-accent);
  }
`;

interface View {
  /** Position of the picture's centre in pixels of the circle, from the circle's centre. */
  x: number;
  y: number;
  /** 1: the shorter side fills the circle. */
  zoom: number;
}

interface Size {
  width: number;
  height: number;
}

/** The size of the picture in pixels of the circle; undefined until its own size is known. */
function scaled(size: Size | undefined, zoom: number): Size {
  const by = size ? (displayedSide / Math.min(size.width, size.height)) * zoom : 0;
  return { width: (size?.width ?? 0) * by, height: (size?.height ?? 0) * by };
}

/** The nearest view in which the picture covers the whole circle. */
function within(size: Size | undefined, { x, y, zoom }: View): View {
  const { width, height } = scaled(size, zoom);
  const clamp = (value: number, side: number) => {
    const most = Math.max(0, (side - displayedSide) / 2);
    return Math.max(-most, Math.min(most, value));
  };
  return { x: clamp(x, width), y: clamp(y, height), zoom };
}

/** The content of the circle as a JPEG; undefined if the engine cannot draw it. */
function cut(
  image: HTMLImageElement,
  { left, top, width, height }: Size & { left: number; top: number },
): Promise<File | undefined> {
  const canvas = image.ownerDocument.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(undefined);
  canvas.width = made;
  canvas.height = made;
  pen.fillStyle = '#fff'; // JPEG has no transparency
  pen.fillRect(0, 0, made, made);
  const by = made / displayedSide;
  pen.drawImage(image, left * by, top * by, width * by, height * by);
  return new Promise((resolve) =>
    canvas.toBlob(
      (blob) => resolve(blob ? new File([blob], 'avatar.jpg', { type: 'image/jpeg' }) : undefined),
      'image/jpeg',
      0.88,
    ),
  );
}

/** Follows the mouse or a finger; `move` receives the distance in px. */
function useDrag(move: (dx: number, dy: number) => void) {
  const drag = useRef<{ x: number; y: number }>(undefined);
  const to = (x: number, y: number) => {
    if (!drag.current) return;
    move(x - drag.current.x, y - drag.current.y);
    drag.current = { x, y };
  };
  const begin = (x: number, y: number) => {
    drag.current = { x, y };
  };
  const end = () => {
    drag.current = undefined;
  };
  return {
    onMouseDown: ({ clientX, clientY }: MouseEvent) => begin(clientX, clientY),
    onMouseMove: ({ clientX, clientY }: MouseEvent) => to(clientX, clientY),
    onMouseUp: end,
    onMouseLeave: end,
    onTouchStart: ({ touches: { 0: one } }: TouchEvent) => one && begin(one.clientX, one.clientY),
    onTouchMove: ({ touches: { 0: one } }: TouchEvent) => one && to(one.clientX, one.clientY),
    onTouchEnd: end,
  };
}

/** Crops a picture to a round photograph: moved by finger or keys, sized by a slider. */
export function CropPhoto({
  file,
  busy,
  onUse,
  onClose,
  onBroken,
}: {
  file: File;
  busy: boolean;
  onUse(photo: File): void;
  onClose(): void;
  /** The file is not a picture that can be drawn. */
  onBroken(): void;
}) {
  const { t } = useApp();
  const [url, setUrl] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size>();
  const [view, setView] = useState<View>({ x: 0, y: 0, zoom: 1 });
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const move = (dx: number, dy: number) =>
    setView((now) => within(size, { ...now, x: now.x + dx, y: now.y + dy }));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    move(by[0] * keyStep, by[1] * keyStep);
  };

  const { width, height } = scaled(size, view.zoom);
  const [left, top] = [(displayedSide - width) / 2 + view.x, (displayedSide - height) / 2 + view.y];
  const use = async () => {
    const photo = image.current && (await cut(image.current, { left, top, width, height }));
    if (photo) onUse(photo);
    else onBroken();
  };
  return (
    <Sheet open title={t('profile.crop.title')} onClose={onClose}>
      <div
        className={frame}
        role="application"
        aria-label={t('profile.crop.area')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: moved by keys, as its role says
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...useDrag(move)}
      >
        {url && (
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            style={size ? { left, top, width, height } : { opacity: 0 }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={onBroken}
          />
        )}
      </div>
      <p className={quiet} style={{ textAlign: 'center' }}>
        {t('profile.crop.area')}
      </p>
      <label className={slider}>
        {t('profile.crop.zoom')}
        <input
          type="range"
          min="1"
          max="4"
          step="0.05"
          value={view.zoom}
          onInput={({ currentTarget: { value } }) =>
            setView((now) => within(size, { ...now, zoom: Number(value) }))
          }
        />
      </label>
      <div className={pair}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button kind="primary" busy={busy} disabled={!size} onClick={() => void use()}>
          {t('profile.crop.use')}
        </Button>
      </div>
    </Sheet>
  );
}
