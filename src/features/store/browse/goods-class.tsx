import { useState } from 'react';
import { queryProducts } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { useCart } from '../../../core/purchase/cart';
import { ButtonLink } from '../../../ui/button';
import { cartDrawing, searchDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Search } from '../../../ui/field/search';
import { ListView } from '../../../ui/layout/list';
import { Tabs } from '../../../ui/layout/tabs';
import * as store from '../routes';
import { BottomRow } from './bottom-row';
import { type Chosen, categories, chosenOf, type sorts } from './categories';
import { ProductCard } from './product-card';

/** `pages/tabbar/goodsClass`: goods by category, by text, sorted. */
export default function GoodsClass() {
  const [cart] = useCart();
  const { nav, t } = useApp();
  const [chosen, setChosen] = useState<Chosen>('all');
  const [keyword, setKeyword] = useState('');
  const [sort, setSort] = useState<(typeof sorts)[number]>('best');
  const list = useList(queryProducts, { ...chosenOf(chosen), ...(keyword && { keyword }), sort });
  return (
    <>
      <ListView
        of={list}
        layout="tiles"
        itemKey={({ productId }) => productId}
        empty={
          <Empty
            drawing={keyword ? searchDrawing : cartDrawing}
            text={t(keyword ? 'store.notFound' : 'store.none')}
          />
        }
        head={
          <>
            <Search value={keyword} onChange={setKeyword} placeholder={t('store.search')} />
            <Tabs<Chosen>
              label={t('store.goodsClass.title')}
              value={chosen}
              options={categories(t)}
              onChange={setChosen}
            />
            <Tabs<(typeof sorts)[number]>
              label={t('store.sorted')}
              value={sort}
              options={{
                best: t('store.sort.best'),
                price: t('store.sort.price'),
                newest: t('store.sort.newest'),
              }}
              onChange={setSort}
            />
          </>
        }
      >
        {(product) => <ProductCard product={product} />}
      </ListView>
      {(list.items || list.failure) && (
        <p style={{ textAlign: 'center' }}>
          <ButtonLink kind="quiet" small {...nav.link(store.goodsClass2, {})}>
            {t('store.goodsClass.side')}
          </ButtonLink>
        </p>
      )}
      <BottomRow current="goodsClass" count={cart.length} />
    </>
  );
}
