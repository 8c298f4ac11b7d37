import { css } from 'goober';
import type { Product } from '../../contract/products';
import { useApp } from '../../core/app';
import { money, whole } from '../../core/text/format';
import { Tag } from '../../ui/display/tag';
import { WidePicture } from '../../ui/display/wide-picture';
import { panel, quiet } from '../../ui/styles';
import { Price } from './price';
import { points } from './screens';

const card = css`
  position: relative;
  color: inherit;
  text-decoration: none;
  & img {
    border-radius: 0;
  }
  & > div {
    padding: 10px 12px 12px;
  }
  & > span {
    position: absolute;
    top: 8px;
    left: 8px;
  }
  &:active {
    background: var(--cp-sunk);
  }
`;

/** Spec §3, mall item, in a list; leads to where it is redeemed. */
export function MallCard({ item }: { item: Product }) {
  const { nav, t } = useApp();
  const { productId, name, picture, price, stock, sold } = item;
  return (
    <a className={`${panel} ${card}`} {...(nav.link(points.goodsDetail, { productId }) as { href: string })}>
      <WidePicture url={picture} />
      {stock < 1 && (
        <span>
          <Tag tone="bad">{t('points.soldOut')}</Tag>
        </span>
      )}
      <div>
        <h3>{name}</h3>
        <Price of={item} />
        <p className={quiet}>
          {t('points.worth', { amount: money(price) })} · {t('points.left', { count: whole(stock) })} ·{' '}
          {t('points.sold', { count: whole(sold) })}
        </p>
      </div>
    </a>
  );
}
