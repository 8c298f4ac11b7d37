import type { Product } from '../../contract/products';
import { useApp } from '../../core/app';
import { whole } from '../../core/text/format';
import { Card } from '../../ui/layout/card';
import { quiet } from '../../ui/styles';
import { Cost } from './cost';
import { ProductTags } from './product-tags';
import { store } from './screens';

/** A product in a list; leads to its detail. */
export function ProductCard({ product }: { product: Product }) {
  const { nav, t } = useApp();
  const { productId, name, description, stock, sold } = product;
  return (
    <Card {...nav.link(store.buynow, { productId })}>
      <h3>{name}</h3>
      <p className={quiet}>{description}</p>
      <ProductTags of={product} />
      <div style={{ marginTop: 8 }}>
        <Cost of={product} />
      </div>
      <p className={quiet}>
        {t('store.left', { count: whole(stock) })} · {t('store.sold', { count: whole(sold) })}
      </p>
    </Card>
  );
}
