import { css } from 'goober';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { GoodsCategory } from '../../../contract/shop/categories';
import { useApp } from '../../../core/app';
import { whole } from '../../../core/text/format';
import { Icon } from '../../../ui/display/icon';
import { editIcon, upIcon } from '../../../ui/display/icons';
import { hidden, quiet, target } from '../../../ui/styles';
import { CheckBox } from '../list/check-box';
import * as goods from '../routes';

const row = css`
  position: relative;
  display: flex;
  align-items: center;
  min-height: 60px;
  padding: 4px 6px;
  background: var(--cp-card);
  &[data-lifted] {
    z-index: 1;
    margin: 0 -6px;
    padding: 4px 10px;
    border: 2px solid var(--cp-accent);
    border-radius: var(--cp-round-control);
    box-shadow: 0 2px 8px #06121c40;
  }
  &[data-choosing] {
    padding: 4px 14px;
  }
  & > div {
    flex: 1 1 5em;
    min-width: 0;
    padding: 0 8px;
    overflow-wrap: anywhere;
  }
`;
const handle = css`
  color: var(--cp-quiet);
  cursor: grab;
  touch-action: none;
  [data-lifted] > & {
    color: var(--cp-accent);
  }
`;
/** Six dots. */
const dots = 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01||2.6';
/** Pixels that a finger may tremble before it drags. */
const slack = 6;

/** A category in the member's order: dragged by its handle, or moved by arrow keys or, after a tap on the handle, by two buttons. */
export function CategoryRow({
  of,
  at,
  lifted,
  chosen,
  onLift,
  onMove,
  onDrop,
  onToggle,
}: {
  of: GoodsCategory;
  /** Its place, from 0. */
  at: number;
  lifted: boolean;
  /** Whether it is chosen; absent while nothing is being chosen. */
  chosen: boolean | undefined;
  onLift(lifted: boolean): void;
  onMove(to: number): void;
  onDrop(): void;
  onToggle(): void;
}) {
  const { nav, t } = useApp();
  const { id, name, goods: count } = of;
  const drag = useRef<{ y: number; from: number; height: number; moved: boolean } | undefined>(undefined);
  const dragged = useRef(false);
  const text = (
    <div>
      <strong>{name}</strong>
      <p className={quiet}>{t('goods.categories.goods', { count: whole(count) })}</p>
    </div>
  );
  if (chosen !== undefined)
    return (
      <label className={row} data-choosing="">
        <CheckBox bare checked={chosen} label={name} onChange={onToggle} />
        {text}
      </label>
    );

  const down = (event: PointerEvent<HTMLButtonElement>) => {
    const { currentTarget, pointerId, clientY } = event;
    const height = currentTarget.parentElement?.getBoundingClientRect().height || 60;
    dragged.current = false;
    drag.current = { y: clientY, from: at, height, moved: false };
    currentTarget.setPointerCapture?.(pointerId);
  };
  const move = ({ clientY }: PointerEvent) => {
    const now = drag.current;
    if (!now) return;
    const far = clientY - now.y;
    if (!now.moved && Math.abs(far) < slack) return;
    now.moved = true;
    onLift(true);
    const to = now.from + Math.round(far / now.height);
    if (to !== at) onMove(to);
  };
  const up = () => {
    const now = drag.current;
    drag.current = undefined;
    if (!now?.moved) return;
    dragged.current = true;
    onLift(false);
    if (now.from !== at) onDrop();
  };
  const step = (by: number) => {
    onMove(at + by);
    onDrop();
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by) {
      event.preventDefault();
      step(by);
    } else if (event.key === 'Escape') onLift(false);
  };
  return (
    <div className={row} data-lifted={lifted || undefined}>
      <button
        type="button"
        className={`${target} ${handle}`}
        aria-label={t('goods.categories.handle', { name })}
        aria-expanded={lifted}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onKeyDown={key}
        onClick={() => {
          // a drag ends with a click as well
          if (dragged.current) dragged.current = false;
          else onLift(!lifted);
        }}
      >
        <Icon of={dots} size={22} />
      </button>
      {text}
      {lifted ? (
        <>
          <button
            type="button"
            className={target}
            aria-label={t('goods.categories.up', { name })}
            onClick={() => step(-1)}
          >
            <Icon of={upIcon} size={22} />
          </button>
          <button
            type="button"
            className={target}
            aria-label={t('goods.categories.down', { name })}
            onClick={() => step(1)}
          >
            <span style={{ transform: 'rotate(180deg)', display: 'flex' }}>
              <Icon of={upIcon} size={22} />
            </span>
          </button>
        </>
      ) : (
        <a className={target} {...nav.link(goods.goodsClassifyOper, { id })}>
          <Icon of={editIcon} size={20} />
          <span className={hidden}>{t('goods.categories.edit', { name })}</span>
        </a>
      )}
    </div>
  );
}
