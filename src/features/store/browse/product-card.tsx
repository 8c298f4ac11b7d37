import type { Product } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { discount } from '../../../core/purchase/price';
import { integer, money } from '../../../core/text/format';
import { Facts } from '../../../ui/display/facts';
import { Tag } from '../../../ui/display/tag';
import { ProductTile } from '../../../ui/layout/product-tile';
import { quiet } from '../../../ui/styles';
import { Cost } from '../buy/cost';
import * as store from '../routes';

/** A product in a list, with its picture; leads to its detail. */
export function ProductCard({ product }: { product: Product }) {
  const { nav, t } = useApp();
  const { productId, name, picture, days, dailyRent, tiers, stock, sold } = product;
  const [tier] = tiers;
  const facts = [
    days > 0 && t('store.days', { count: integer(days) }),
    dailyRent > 0 && t('store.dailyRent', { amount: money(dailyRent) }),
  ].filter(Boolean);
  return (
    <ProductTile
      picture={picture}
      tag={
        stock < 1 ? (
          <Tag tone="bad">{t('store.soldOut')}</Tag>
        ) : (
          tier && <Tag tone="warn">{t('store.tier', { from: tier.from, ...discount(tier.percent) })}</Tag>
        )
      }
      link={nav.link(store.buynow, { productId }) as { href: string }}
    >
      <h3>{name}</h3>
      {facts.length ? <Facts of={facts} /> : <p className={quiet}>{product.description}</p>}
      <Cost of={product} />
      <Facts of={[t('store.left', { count: integer(stock) }), t('store.sold', { count: integer(sold) })]} />
    </ProductTile>
  );
}
