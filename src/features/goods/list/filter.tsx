import { useState } from 'react';
import type { GoodsCategory } from '../../../contract/shop/categories';
import type { GoodsState, Shop } from '../../../contract/shop/goods';
import { useApp } from '../../../core/app';
import { integer } from '../../../core/text/format';
import { Search } from '../../../ui/field/search';
import { Tabs } from '../../../ui/layout/tabs';

/** The filter of a chip: everything, a state, or a category by its id. */
const searchOf = (chip: string): { state?: GoodsState; categoryId?: string } => {
  if (chip === 'on' || chip === 'off') return { state: chip };
  if (chip === 'all') return {};
  return { categoryId: chip === 'none' ? '' : chip.slice(2) };
};

/** The member's filter of the shop: a chip and a text. `categoryId`: of the first chip, `''` for goods without a category. */
export function useFilter(categoryId: string | undefined) {
  const [chip, setChip] = useState(
    categoryId === undefined ? 'all' : categoryId ? `c:${categoryId}` : 'none',
  );
  const [keyword, setKeyword] = useState('');
  return {
    chip,
    keyword,
    search: { ...searchOf(chip), ...(keyword && { keyword }) },
    setChip,
    setKeyword,
    clear() {
      setChip('all');
      setKeyword('');
    },
  };
}

/** The search text, and the chips of states and categories. */
export function Filter({
  of: { chip, keyword, setChip, setKeyword },
  shop,
  categories: { items, none },
}: {
  of: ReturnType<typeof useFilter>;
  shop: Shop | undefined;
  categories: { items: GoodsCategory[]; none: number };
}) {
  const { t } = useApp();
  const chips: Record<string, string> = {
    all: t('goods.list.all'),
    on: t('goods.list.on'),
    off: t('goods.list.off'),
    ...Object.fromEntries(items.map(({ id, name }) => [`c:${id}`, name])),
    ...(items.length && none ? { none: t('goods.list.uncategorized') } : {}),
  };
  return (
    <>
      <Search
        value={keyword}
        onChange={setKeyword}
        placeholder={shop ? t('goods.list.searchIn', { count: integer(shop.goods) }) : t('goods.list.search')}
      />
      <Tabs
        label={t('goods.list.filter')}
        value={chip}
        options={chips}
        counts={{ all: shop?.goods, on: shop?.onSale, off: shop && shop.goods - shop.onSale }}
        onChange={setChip}
      />
    </>
  );
}
