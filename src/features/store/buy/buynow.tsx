import { useState } from 'react';
import { getProduct, mostOf, type Product } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/route';
import { addToCart } from '../../../core/purchase/cart';
import { integer, money } from '../../../core/text/format';
import { Button, ButtonLink } from '../../../ui/button';
import { wrongDrawing } from '../../../ui/display/drawings';
import { WidePicture } from '../../../ui/display/wide-picture';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { Cell, Cells } from '../../../ui/layout/cell';
import { panel } from '../../../ui/styles';
import { ProductTags } from '../browse/product-tags';
import { Quantity } from '../quantity';
import * as store from '../routes';
import { Checkout } from './checkout';
import { Cost } from './cost';

type BuyNowProps = Props<typeof store.buynow>;

/** `pages/mine/buynow`: a product, and the way to buy it; with `serialNumber` it renews the machines of that device order. */
export default function BuyNow(props: BuyNowProps) {
  const { nav, t } = useApp();
  const product = useQuery(getProduct, { productId: props.productId });
  if (product.failure?.kind === 'refused') {
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={product.failure.message}>
          <ButtonLink {...nav.link(store.home, {})}>{t('store.toStore')}</ButtonLink>
        </Empty>
      </div>
    );
  }
  return <Loaded of={product}>{(value) => <Detail product={value} {...props} />}</Loaded>;
}

function Detail({ product, serialNumber, quantity }: { product: Product } & BuyNowProps) {
  const { t } = useApp();
  const [typed, setTyped] = useState(() => Math.max(1, Number.parseInt(quantity ?? '', 10) || 1));
  const most = mostOf(product);
  // a renewal covers all machines of its order: the server checks the number
  const count = serialNumber ? typed : Math.min(typed, most);
  const { productId, name, description, category } = product;
  const item = { productId, quantity: count, ...(serialNumber && { serialNumber }) };
  return (
    <>
      <div className={panel}>
        <WidePicture url={product.picture} />
      </div>
      <div style={{ margin: '12px 4px 0' }}>
        <Cost of={product} />
        <h2>{name}</h2>
      </div>
      <div style={{ margin: '8px 4px 16px' }}>
        <ProductTags of={product} />
        <p style={{ marginTop: 8 }}>{description}</p>
      </div>
      <Cells>
        <Cell label={t('store.category.label')} value={t(`store.category.${category}`)} />
        {product.days > 0 && (
          <Cell label={t('store.term')} value={t('store.days', { count: integer(product.days) })} />
        )}
        {product.dailyRent > 0 && <Cell label={t('store.rent')} value={money(product.dailyRent)} />}
        <Cell
          label={t('store.stock')}
          value={integer(product.stock)}
          note={t('store.sold', { count: integer(product.sold) })}
        />
      </Cells>
      <div style={{ height: 20 }} />
      <Checkout
        title={t(serialNumber ? 'store.repurchase.title' : 'store.order')}
        items={[item]}
        listed={product}
        to={{ ...item, quantity: String(count) }}
        disabled={!serialNumber && most < 1}
        before={!serialNumber && <AddToCart product={product} count={count} />}
      >
        {(wrong) =>
          serialNumber ? (
            <div>
              <p>{t('store.repurchase.covers', { serialNumber, count: integer(count) })}</p>
              {wrong && (
                <p role="alert" style={{ color: 'var(--cp-bad)' }}>
                  {wrong}
                </p>
              )}
            </div>
          ) : (
            <Quantity product={product} value={count} wrong={wrong} onChange={setTyped} />
          )
        }
      </Checkout>
    </>
  );
}

function AddToCart({ product, count }: { product: Product; count: number }) {
  const app = useApp();
  const { toasts, t } = app;
  const add = () => {
    const { productId } = product;
    const added = addToCart(app, { productId, quantity: count }, mostOf(product));
    toasts.show(t(added ? 'store.cart.added' : 'store.cart.full'));
  };
  return (
    <Button disabled={count < 1} onClick={add}>
      {t('store.cart.add')}
    </Button>
  );
}
