import { css } from 'goober';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Position } from '../../contract/buying/addresses';
import { mapTiles } from '../../contract/member/location';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { fileAddress } from '../../core/http/file-address';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/display/icon';
import { addressIcon, minusIcon, plusIcon } from '../../ui/display/icons';
import { quiet } from '../../ui/styles';
import { fromPixels, pieces, toPixels, zooms } from './mercator';

/** Pixels, as in the style below. */
const height = 240;
const spacing = { marginBottom: 12 };
/** Pixels that an arrow key moves the map by. */
const keyStep = 40;
const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const map = css`
  position: relative;
  height: 240px;
  overflow: hidden;
  border-radius: var(--cp-round);
  background: var(--cp-sunk);
  touch-action: none;
  cursor: grab;
  & img {
    position: absolute;
    width: 256px;
    height: 256px;
    max-width: none;
    filter: var(--cp-print) hue-rotate(180deg);
    user-select: none;
    -webkit-user-select: none;
    pointer-events: none;
  }
  & > i {
    position: absolute;
    top: 50%;
    left: 50%;
    width: 44px;
    height: 44px;
    margin: -42px 0 0 -22px;
    color: #b3261e;
    pointer-events: none;
  }
  & > p {
    position: absolute;
    bottom: 8px;
    left: 8px;
    max-width: calc(100% - 68px);
    padding: 2px 8px;
    border-radius: calc(var(--cp-round) * 8 / 16);
    background: var(--cp-card);
  }
  & > div {
    position: absolute;
    right: 8px;
    bottom: 8px;
    display: flex;
    flex-direction: column;
  }
  & > div > button {
    width: 44px;
    padding: 0;
    border-color: transparent;
    background: var(--cp-card);
    color: var(--cp-ink);
  }
  & > div > button > svg {
    margin: 0;
  }
  & > div > button + button {
    margin-top: 4px;
  }
`;

/**
 * A map of tiles from our own origin. Its centre is the point: dragged or moved by arrow keys if `onMove` is given, and fixed otherwise.
 */
export function MapView({
  at,
  onMove,
  children,
}: {
  at: Position;
  onMove?: ((to: Position) => void) | undefined;
  /** Shown instead of a map that cannot be loaded. */
  children?: ReactNode;
}) {
  const { t, wire } = useApp();
  const query = useQuery(mapTiles, {});
  const container = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(328);
  const [zoom, setZoom] = useState(15);
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const drag = useRef<{ x: number; y: number }>(undefined);
  useLayoutEffect(() => setWidth(container.current?.clientWidth || 328), []);

  const middle = toPixels(at, zoom);
  const left = middle.x - offset.x - width / 2;
  const top = middle.y - offset.y - height / 2;
  const land = (by: { x: number; y: number }) => {
    setOffset({ x: 0, y: 0 });
    if (by.x || by.y) onMove?.(fromPixels({ x: middle.x - by.x, y: middle.y - by.y }, zoom));
  };
  const begin = (x: number, y: number) => {
    if (onMove) drag.current = { x, y };
  };
  const move = (x: number, y: number) => {
    if (drag.current) setOffset({ x: x - drag.current.x, y: y - drag.current.y });
  };
  const end = () => {
    if (drag.current) land(offset);
    drag.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (!by || !onMove || event.target !== container.current) return;
    event.preventDefault();
    land({ x: by[0] * keyStep, y: by[1] * keyStep });
  };
  const nearer = (by: number) => setZoom(Math.max(zooms.min, Math.min(zooms.max, zoom + by)));

  if (query.failure && !query.value)
    return (
      <div className={map} style={spacing}>
        <p className={quiet}>{children ?? t('places.mapFailed')}</p>
      </div>
    );
  const tile = (x: number, y: number) =>
    fileAddress(
      wire,
      (query.value?.tiles ?? '').replace('{z}', `${zoom}`).replace('{x}', `${x}`).replace('{y}', `${y}`),
    );
  return (
    <div style={spacing}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: moved by finger, by mouse and by keys, as its role says */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has a role in either case */}
      <div
        ref={container}
        className={map}
        data-clipped
        role={onMove ? 'application' : 'group'}
        aria-label={t(onMove ? 'places.map' : 'places.fixedMap')}
        tabIndex={onMove ? 0 : undefined}
        onKeyDown={onKeyDown}
        onMouseDown={({ clientX, clientY }) => begin(clientX, clientY)}
        onMouseMove={({ clientX, clientY }) => move(clientX, clientY)}
        onMouseUp={end}
        onMouseLeave={end}
        onTouchStart={({ touches: { 0: one } }) => one && begin(one.clientX, one.clientY)}
        onTouchMove={({ touches: { 0: one } }) => one && move(one.clientX, one.clientY)}
        onTouchEnd={end}
      >
        {query.value &&
          pieces(left, top, width, height, zoom).map((one) => (
            <img
              key={`${zoom}/${one.x}/${one.y}`}
              src={tile(one.x, one.y)}
              alt=""
              style={{ left: one.left, top: one.top }}
            />
          ))}
        <i aria-hidden="true">
          <Icon of={addressIcon} size={44} />
        </i>
        <div>
          <Button small aria-label={t('places.zoomIn')} onClick={() => nearer(1)}>
            <Icon of={plusIcon} />
          </Button>
          <Button small aria-label={t('places.zoomOut')} onClick={() => nearer(-1)}>
            <Icon of={minusIcon} />
          </Button>
        </div>
        {query.value?.sandbox && <p className={quiet}>{t('places.testMap')}</p>}
      </div>
    </div>
  );
}
