import type { Product } from '../../contract/buying/products';
import { useApp } from '../../core/app';
import { integer, money } from '../../core/text/format';
import { Facts } from '../../ui/display/facts';
import { Tag } from '../../ui/display/tag';
import { ProductTile } from '../../ui/layout/product-tile';
import { Price } from './price';
import * as points from './routes';

/** Spec §3, mall item, in a list; leads to its redemption. */
export function MallCard({ item }: { item: Product }) {
  const { nav, t } = useApp();
  const { productId, name, picture, price, stock, sold } = item;
  return (
    <ProductTile
      picture={picture}
      tag={stock < 1 && <Tag tone="bad">{t('points.soldOut')}</Tag>}
      link={nav.link(points.goodsDetail, { productId }) as { href: string }}
    >
      <h3>{name}</h3>
      <Price of={item} />
      <Facts
        of={[
          t('points.worth', { amount: money(price) }),
          t('points.left', { count: integer(stock) }),
          t('points.sold', { count: integer(sold) }),
        ]}
      />
    </ProductTile>
  );
}
