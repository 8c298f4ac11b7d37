import { css } from 'goober';
import { listProducts, type Product } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { useCart } from '../../../core/purchase/cart';
import { ButtonLink } from '../../../ui/button';
import { ListView } from '../../../ui/layout/list';
import * as store from '../routes';
import { Banner } from './banner';
import { BottomRow } from './bottom-row';
import { ProductCard } from './product-card';

// as on the device list: equal styles share a class
const shortcuts = css`
  display: flex;
  flex-wrap: wrap;
  margin: 8px -4px;
  & > * {
    flex: 1 1 auto;
    margin: 4px;
  }
`;

/** A constant function, so that existing cards are not rendered again when others arrive, or when the cart is read. */
const card = (product: Product) => <ProductCard product={product} />;

/** `pages/tabbar/home`: featured products, best first, below a rack with its lights on. */
export default function Home() {
  const [cart] = useCart();
  const { nav, t } = useApp();
  const list = useList(listProducts, {});
  return (
    <>
      <ListView
        of={list}
        layout="tiles"
        itemKey={({ productId }) => productId}
        empty={t('store.none')}
        head={
          <>
            <Banner title={t('store.banner')} text={t('store.bannerText')} />
            <div className={shortcuts}>
              <ButtonLink kind="primary" small {...nav.link(store.rechargeScore, {})}>
                {t('store.recharge.title')}
              </ButtonLink>
              <ButtonLink small {...nav.link(store.openMembership, {})}>
                {t('store.membership.title')}
              </ButtonLink>
            </div>
          </>
        }
      >
        {card}
      </ListView>
      <BottomRow current="home" count={cart.length} />
    </>
  );
}
