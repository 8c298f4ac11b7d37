import { css } from 'goober';
import { useState } from 'react';
import { queryProducts } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { useCart } from '../../../core/purchase/cart';
import { ListView } from '../../../ui/layout/list';
import * as store from '../routes';
import { BottomRow } from './bottom-row';
import { type Chosen, categories, chosenOf } from './categories';
import { ProductCard } from './product-card';

const sides = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  & > nav {
    flex: 1 0 98px;
    margin: 0 8px 8px -16px;
  }
  & > div {
    flex: 99 1 190px;
    min-width: 0;
  }
  @media (min-width: 300px) {
    & > nav {
      position: sticky;
      top: 60px;
    }
  }
  & nav > * {
    display: flex;
    align-items: center;
    width: 100%;
    min-height: 52px;
    padding: 8px 4px 8px 13px;
    border-left: 3px solid transparent;
    color: var(--cp-quiet);
    font-size: 13px;
    line-height: 1.3;
    text-align: left;
    text-decoration: none;
  }
  & nav > a {
    color: var(--cp-accent);
  }
  & nav button[aria-pressed='true'] {
    border-color: var(--cp-lit);
    background: var(--cp-card);
    color: var(--cp-accent);
    font-weight: 600;
  }
`;

/** `pages/tabbar/goodsClass2`: the same goods with the categories at the side. */
export default function GoodsClass2() {
  const [cart] = useCart();
  const { nav, t } = useApp();
  const [chosen, setChosen] = useState<Chosen>('all');
  const list = useList(queryProducts, chosenOf(chosen));
  const names = categories(t);
  return (
    <>
      <div className={sides}>
        <nav aria-label={t('store.goodsClass.title')}>
          {(Object.keys(names) as Chosen[]).map((one) => (
            <button key={one} type="button" aria-pressed={one === chosen} onClick={() => setChosen(one)}>
              {names[one]}
            </button>
          ))}
          <a {...(nav.link(store.goodsClass, {}) as { href: string })}>{t('store.goodsClass.searching')}</a>
        </nav>
        <div>
          <ListView of={list} layout="tiles" itemKey={({ productId }) => productId} empty={t('store.none')}>
            {(product) => <ProductCard product={product} />}
          </ListView>
        </div>
      </div>
      <BottomRow current="goodsClass" count={cart.length} />
    </>
  );
}
