import { css } from 'goober';
import type { GoodsCategory } from '../../../contract/shop/categories';
import { useApp } from '../../../core/app';
import { integer } from '../../../core/text/format';
import { Icon } from '../../../ui/display/icon';
import { editIcon, upIcon } from '../../../ui/display/icons';
import { CheckBox } from '../../../ui/field/check-box';
import { hidden, quiet, target } from '../../../ui/styles';
import * as goods from '../routes';
import { type Movable, useRowDrag } from './use-row-drag';

const line = css`
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

interface CategoryRowProps extends Movable {
  of: GoodsCategory;
  /** Whether it is selected; absent outside the selection mode. */
  chosen: boolean | undefined;
  onToggle(): void;
}

/** A category in the member's order: dragged by its handle, or moved by arrow keys or, after a tap on the handle, by two buttons. */
export function CategoryRow(row: CategoryRowProps) {
  const { lifted, chosen, onToggle } = row;
  const { nav, t } = useApp();
  const { id, name, goods: count } = row.of;
  const { handlers, step } = useRowDrag(row);
  const text = (
    <div>
      <strong>{name}</strong>
      <p className={quiet}>{t('goods.categories.goods', { count: integer(count) })}</p>
    </div>
  );
  if (chosen !== undefined)
    return (
      <label className={line} data-choosing="">
        <CheckBox bare checked={chosen} label={name} onChange={onToggle} />
        {text}
      </label>
    );

  return (
    <div className={line} data-lifted={lifted || undefined}>
      <button
        type="button"
        className={`${target} ${handle}`}
        aria-label={t('goods.categories.handle', { name })}
        aria-expanded={lifted}
        {...handlers}
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
