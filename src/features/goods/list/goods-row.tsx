import { css } from 'goober';
import type { ShopGoods } from '../../../contract/shop/goods';
import { useApp } from '../../../core/app';
import { integer, money } from '../../../core/text/format';
import { Tag } from '../../../ui/display/tag';
import { CheckBox } from '../../../ui/field/check-box';
import { panel, quiet } from '../../../ui/styles';
import { GoodsPicture } from '../goods-picture';
import * as goods from '../routes';

const row = css`
  display: flex;
  align-items: center;
  width: 100%;
  min-height: 88px;
  padding: 10px 14px;
  color: inherit;
  text-decoration: none;
  &[data-chosen] {
    background: var(--cp-soft);
  }
  & > div {
    flex: 1 1 5.2em;
    min-width: 0;
    margin-left: 12px;
  }
  & strong {
    display: block;
    overflow-wrap: anywhere;
  }
  & div > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
  }
`;

export const stateTone = { on: 'good', off: 'quiet' } as const;

/** A good in the list: picture, name, stock, sales, price and state. A press opens it, or selects it in the selection mode. */
export function GoodsRow({
  of,
  chosen,
  onToggle,
}: {
  of: ShopGoods;
  chosen: boolean | undefined;
  onToggle(): void;
}) {
  const { nav, t } = useApp();
  const { id, name, price, stock, sold, state } = of;
  const facts = (
    <>
      <GoodsPicture of={of} size={56} />
      <div>
        <strong>{name}</strong>
        <p className={quiet}>{t('goods.list.stock', { stock: integer(stock), sold: integer(sold) })}</p>
        <div>
          <b>{money(price)}</b>
          {state === 'on' && stock < 1 ? (
            <Tag tone="warn">{t('goods.state.soldOut')}</Tag>
          ) : (
            <Tag tone={stateTone[state]}>{t(`goods.state.${state}`)}</Tag>
          )}
        </div>
      </div>
    </>
  );
  return chosen === undefined ? (
    <div className={panel}>
      <a className={row} {...nav.link(goods.goodsDetail, { id })}>
        {facts}
      </a>
    </div>
  ) : (
    <div className={panel}>
      <label className={row} data-chosen={chosen || undefined}>
        <CheckBox bare checked={chosen} label={name} onChange={onToggle} />
        {facts}
      </label>
    </div>
  );
}
