import { css } from 'goober';
import { useState } from 'react';
import { listAdminCategory } from '../../contract/shop/categories';
import { getShop, goodsList, type PlatformGoods, takeGoods } from '../../contract/shop/goods';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { useList } from '../../core/data/list';
import { fetchOrThrow, useQuery } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import { integer, money } from '../../core/text/format';
import { Button } from '../../ui/button';
import { Amount } from '../../ui/display/amount';
import { goodsDrawing, searchDrawing } from '../../ui/display/drawings';
import { Icon } from '../../ui/display/icon';
import { checkIcon, storeIcon } from '../../ui/display/icons';
import { WidePicture } from '../../ui/display/wide-picture';
import { Empty } from '../../ui/feedback/empty';
import { CheckBox } from '../../ui/field/check-box';
import { Search } from '../../ui/field/search';
import { ActionBar } from '../../ui/layout/action-bar';
import { ListView } from '../../ui/layout/list';
import { Tabs } from '../../ui/layout/tabs';
import { hidden, quiet } from '../../ui/styles';
import { NoShop } from './setup/no-shop';

const tile = css`
  display: flex;
  flex-direction: column;
  overflow: hidden;
  border-radius: var(--cp-round);
  background: var(--cp-card);
  & > div {
    display: flex;
    flex: 1 1 auto;
    flex-direction: column;
    padding: 12px;
  }
  & > span {
    position: relative;
    display: block;
  }
  & > span > label {
    position: absolute;
    top: 0;
    left: 0;
    display: flex;
    align-items: center;
    justify-content: center;
    width: 44px;
    height: 44px;
  }
  & > span > label > input {
    margin: 0;
  }
  & > div > button,
  & [data-in] {
    margin-top: auto;
    padding: 6px;
  }
  & [data-in] {
    display: flex;
    align-items: center;
    justify-content: center;
    min-height: 44px;
    border-radius: var(--cp-round-control);
    background: var(--cp-soft);
    color: var(--cp-accent);
    font-weight: 700;
    font-size: 14px;
  }
  & [data-in] > svg {
    margin-right: 6px;
  }
  & strong {
    overflow-wrap: anywhere;
  }
  & p {
    margin-bottom: 10px;
  }
`;

/** `pages/platformGoods`: the platform's goods, added to the shop one by one or several at a time. */
export default function PlatformGoodsList() {
  const { dialogs, send, t, toasts } = useApp();
  const [category, setCategory] = useState('all');
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  /** The goods that are being added. */
  const { pending = [], run } = useInFlight<readonly string[]>();
  const categories = useQuery(listAdminCategory, {});
  const shop = useQuery(getShop, {});
  const list = useList(goodsList, {
    ...(category !== 'all' && { categoryId: category }),
    ...(keyword && { keyword }),
  });

  const take = (ids: readonly string[]) =>
    run(async (start) => {
      start(ids);
      const { done, failed } = await fetchOrThrow(send, takeGoods, { ids: [...ids] }, 'now');
      setChosen([]);
      toasts.show(failed[0]?.message ?? t('goods.platform.added', { count: integer(done.length) }));
    }, showRefusal(toasts));
  async function takeChosen() {
    const count = integer(chosen.length);
    const agreed = await dialogs.ask({
      title: t('goods.platform.addAsk', { count }),
      text: t('goods.platform.addAskText'),
      yes: t('goods.platform.addCount', { count }),
      no: t('common.cancel'),
    });
    if (agreed) await take(chosen);
  }
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));

  if (shop.value && !shop.value.shop) return <NoShop />;
  return (
    <>
      <ListView
        of={list}
        layout="tiles"
        itemKey={({ id }) => id}
        empty={
          <Empty
            drawing={keyword || category !== 'all' ? searchDrawing : goodsDrawing}
            text={t(keyword || category !== 'all' ? 'goods.list.noneFound' : 'goods.platform.none')}
          />
        }
        head={
          <>
            <Search value={keyword} onChange={setKeyword} placeholder={t('goods.platform.search')} />
            <Tabs
              label={t('goods.list.categories')}
              value={category}
              options={{
                all: t('goods.platform.all'),
                ...Object.fromEntries((categories.value?.items ?? []).map(({ id, name }) => [id, name])),
              }}
              onChange={setCategory}
            />
            <p className={quiet} style={{ margin: '0 0 10px' }}>
              {t('goods.platform.note')}
            </p>
          </>
        }
      >
        {(one) => (
          <Tile
            of={one}
            chosen={chosen.includes(one.id)}
            busy={pending.includes(one.id)}
            onToggle={() => toggle(one.id)}
            onTake={() => void take([one.id])}
          />
        )}
      </ListView>
      {chosen.length > 0 && (
        <ActionBar note={<b>{t('goods.batch.selected', { count: integer(chosen.length) })}</b>}>
          <Button small onClick={() => setChosen([])}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" busy={pending.length > 0} onClick={() => void takeChosen()}>
            {t('goods.platform.addCount', { count: integer(chosen.length) })}
          </Button>
        </ActionBar>
      )}
    </>
  );
}

function Tile({
  of,
  chosen,
  busy,
  onToggle,
  onTake,
}: {
  of: PlatformGoods;
  chosen: boolean;
  busy: boolean;
  onToggle(): void;
  onTake(): void;
}) {
  const { t } = useApp();
  const { name, picture, price, suggestedPrice, inShop } = of;
  return (
    <article className={tile}>
      <span>
        <WidePicture url={picture} />
        {!inShop && (
          <label>
            <CheckBox bare checked={chosen} label={`${t('goods.list.select')} ${name}`} onChange={onToggle} />
          </label>
        )}
      </span>
      <div>
        <strong>{name}</strong>
        <Amount of={money(price)} />
        <p className={quiet}>{t('goods.platform.suggested', { amount: money(suggestedPrice) })}</p>
        {inShop ? (
          <div data-in="">
            <Icon of={checkIcon} size={18} />
            {t('goods.platform.in')}
          </div>
        ) : (
          <Button small busy={busy} onClick={onTake}>
            <Icon of={storeIcon} size={18} />
            {t('goods.platform.add')}
            <span className={hidden}> {name}</span>
          </Button>
        )}
      </div>
    </article>
  );
}
