import type { Product } from '../../contract/products';
import { useApp } from '../../core/app';
import { money, whole } from '../../core/text/format';
import { Tag } from '../../ui/display/tag';
import { Card } from '../../ui/layout/card';
import { quiet } from '../../ui/styles';
import { Price } from './price';
import { points } from './screens';

/** Spec §3, mall item, in a list; leads to where it is redeemed. */
export function MallCard({ item }: { item: Product }) {
  const { nav, t } = useApp();
  const { productId, name, description, price, stock, sold } = item;
  return (
    <Card {...nav.link(points.goodsDetail, { productId })}>
      <h3>
        {name} {stock < 1 && <Tag tone="bad">{t('points.soldOut')}</Tag>}
      </h3>
      <p className={quiet}>{description}</p>
      <div style={{ margin: '8px 0' }}>
        <Price of={item} />
      </div>
      <p className={quiet}>
        {t('points.worth', { amount: money(price) })} · {t('points.left', { count: whole(stock) })} ·{' '}
        {t('points.sold', { count: whole(sold) })}
      </p>
    </Card>
  );
}
