import { listCategory } from '../../../contract/shop/categories';
import { type GoodsState, getShop, type ShopGoods, shopGoodsList } from '../../../contract/shop/goods';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { useQuery } from '../../../core/data/query';
import { type Selection, useSelection } from '../../../core/data/selection';
import type { Props } from '../../../core/navigation/route';
import { Button, ButtonLink } from '../../../ui/button';
import { goodsDrawing, searchDrawing } from '../../../ui/display/drawings';
import { Icon } from '../../../ui/display/icon';
import { categoryIcon, plusIcon, taskIcon } from '../../../ui/display/icons';
import { Empty } from '../../../ui/feedback/empty';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { ScreenBar } from '../../../ui/layout/bar';
import { ListView } from '../../../ui/layout/list';
import { hidden, target } from '../../../ui/styles';
import * as goods from '../routes';
import { NoShop } from '../setup/no-shop';
import { ShopNote } from '../setup/shop-note';
import { BatchBar } from './batch-bar';
import { Filter, useFilter } from './filter';
import { GoodsRow } from './goods-row';
import { OutcomeBar } from './outcome-bar';
import { type BatchKind, type Target, useBatch } from './use-batch';

/**
 * The actions for the selected goods, as far as their states are known. `state`: the common state of all listed goods, if the filter has
 * one.
 */
function kindsFor(selection: Selection, items: readonly ShopGoods[], state: GoodsState | undefined) {
  const chosen = items.filter(({ id }) => selection.has(id));
  const unknown = selection.all || chosen.length < selection.count;
  const states = new Set(state ? [state] : unknown ? ['on', 'off'] : chosen.map((one) => one.state));
  return (['off', 'on'] as const).filter((kind) => !states.size || states.has(kind === 'on' ? 'off' : 'on'));
}

/** `pages/tabbar/goods`: the goods of the member's shop; searched, filtered by state and category, changed several at a time. */
export default function GoodsList({ categoryId }: Props<typeof goods.goods>) {
  const filter = useFilter(categoryId);
  const { search } = filter;
  const { state } = search;
  const shop = useQuery(getShop, {});
  const categories = useQuery(listCategory, {});
  const shelves = categories.value ?? { items: [], none: 0 };
  const list = useList(shopGoodsList, search);
  const counts = list.head?.counts ?? { on: 0, off: 0 };
  const total = state ? counts[state] : counts.on + counts.off;
  const selection = useSelection(total, JSON.stringify(search));
  const batch = useBatch();
  const items = list.items ?? [];
  const mine = shop.value?.shop;

  const refresh = async () => {
    await Promise.all([list, shop, categories].map((one) => one.refresh()));
  };
  const run = async (kind: BatchKind, category?: { id: string; name: string }) => {
    const { all, ids, count } = selection;
    const aim: Target = all ? { match: { ...search, except: [...ids], count } } : { ids: [...ids] };
    if (await batch.run({ kind, target: aim, count, ...(category && { category }) })) selection.stop();
  };
  const kinds = kindsFor(selection, items, state);
  // Not the list without a shop: there is nothing to search, and the explanation is above.
  if (!mine && (shop.value || !shop.failure))
    return (
      <>
        <ScreenBar />
        {shop.value ? <NoShop /> : <Skeleton />}
      </>
    );
  return (
    <>
      <ScreenBar action={mine && <BarActions of={selection} />} />
      <ListView
        of={{ ...list, refresh }}
        itemKey={({ id }) => id}
        empty={<NoGoods onClear={Object.keys(search).length ? filter.clear : undefined} />}
        head={
          <>
            {mine && !selection.on && <ShopNote of={mine} sandbox={!!shop.value?.provider.sandbox} />}
            <Filter of={filter} shop={mine} categories={shelves} />
            <OutcomeBar of={batch} nameOf={(id) => items.find((one) => one.id === id)?.name} />
          </>
        }
      >
        {(one) => (
          <GoodsRow
            of={one}
            chosen={selection.on ? selection.has(one.id) : undefined}
            onToggle={() => selection.toggle(one.id)}
          />
        )}
      </ListView>
      {selection.on && (
        <BatchBar
          selection={selection}
          total={total}
          kinds={kinds.length ? kinds : ['on']}
          categories={shelves.items}
          busy={batch.busy}
          onRun={(kind, category) => void run(kind, category)}
        />
      )}
    </>
  );
}

/** Replaces the list: why there are no goods, and what to do. `onClear`: a filter is active. */
function NoGoods({ onClear }: { onClear: (() => void) | undefined }) {
  const { nav, t } = useApp();
  return onClear ? (
    <Empty drawing={searchDrawing} text={t('goods.list.noneFound')}>
      <Button onClick={onClear}>{t('goods.list.clear')}</Button>
    </Empty>
  ) : (
    <Empty drawing={goodsDrawing} text={t('goods.list.none')}>
      <ButtonLink kind="primary" {...nav.link(goods.platformGoods, {})}>
        {t('goods.list.add')}
      </ButtonLink>
    </Empty>
  );
}

/** Beside the title: selecting several, the categories, and adding goods. */
function BarActions({ of }: { of: Selection }) {
  const { nav, t } = useApp();
  return (
    <>
      <button
        type="button"
        className={target}
        aria-label={t('goods.list.select')}
        aria-pressed={of.on}
        onClick={of.on ? of.stop : of.start}
      >
        <Icon of={taskIcon} size={24} />
      </button>
      <a className={target} {...nav.link(goods.goodsClassifyList, {})}>
        <Icon of={categoryIcon} size={24} />
        <span className={hidden}>{t('goods.list.categories')}</span>
      </a>
      <a className={target} {...nav.link(goods.platformGoods, {})}>
        <Icon of={plusIcon} size={24} />
        <span className={hidden}>{t('goods.list.add')}</span>
      </a>
    </>
  );
}
