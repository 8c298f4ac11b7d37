import { css } from 'goober';
import { useState } from 'react';
import { listSales, type Sale, type ShopGoodsDetail, shopGoodsDetail } from '../../../contract/shop/goods';
import { useApp } from '../../../core/app';
import { type List, useList } from '../../../core/data/list';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/route';
import { integer } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { wrongDrawing } from '../../../ui/display/drawings';
import { Tag } from '../../../ui/display/tag';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { ScreenBar } from '../../../ui/layout/bar';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Night } from '../../../ui/layout/night';
import { quiet } from '../../../ui/styles';
import * as videos from '../../videos/routes';
import { GoodsForm } from '../goods-form';
import { GoodsPicture } from '../goods-picture';
import { stateTone } from '../list/goods-row';
import * as goods from '../routes';
import { GoodsChart } from './goods-chart';
import { RecentSales } from './recent-sales';

const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  margin-bottom: 12px;
  & > div {
    flex: 1 1 8em;
    min-width: 0;
    margin: 0 12px;
  }
  & h2 {
    overflow-wrap: anywhere;
  }
`;

/** `pages/goodsDetail`: one of the member's goods: its figures, and all fields that can be changed. */
export default function GoodsDetail({ id }: Props<typeof goods.goodsDetail>) {
  const { nav, t } = useApp();
  const detail = useQuery(shopGoodsDetail, { id });
  const sales = useList(listSales, { goodsId: id });
  if (detail.failure?.kind === 'refused')
    return (
      <>
        <ScreenBar />
        <div role="alert">
          <Empty drawing={wrongDrawing} text={detail.failure.message}>
            <ButtonLink {...nav.link(goods.goods, {})}>{t('goods.detail.toList')}</ButtonLink>
          </Empty>
        </div>
      </>
    );
  if (!detail.value)
    return (
      <>
        <ScreenBar />
        <Loaded of={detail}>{() => null}</Loaded>
      </>
    );
  return <Goods of={detail.value} sales={sales} refresh={detail.refresh} />;
}

function Goods({ of, sales, refresh }: { of: ShopGoodsDetail; sales: List<Sale>; refresh(): Promise<void> }) {
  const { nav, t } = useApp();
  /** Initial values of the form; a new value starts a new form. */
  const [base, setBase] = useState(of);
  const { id, name, state, sold, categoryName, supplied, videos: count } = of;
  return (
    <>
      <Night>
        <div className={head}>
          <GoodsPicture of={of} size={60} />
          <div>
            <h2>{name}</h2>
            <p className={quiet}>
              {[categoryName, t('goods.detail.sold', { count: integer(sold) })].filter(Boolean).join(' · ')}
            </p>
          </div>
          <Tag tone={stateTone[state]}>{t(`goods.state.${state}`)}</Tag>
        </div>
        <GoodsChart id={id} />
      </Night>
      {!supplied && <p role="alert">{t('goods.detail.unsupplied')}</p>}
      {count > 0 && (
        <Cells>
          <Cell
            label={t('goods.detail.media', { count: integer(count) })}
            {...nav.link(videos.goodsVideo, { goodsId: id })}
          />
        </Cells>
      )}
      <RecentSales of={sales} />
      {/* together with the sales above it, whose number is unknown before */}
      {(sales.items || sales.failure) && (
        <GoodsForm
          key={`${base.id} ${base.version}`}
          of={base}
          state={state}
          onSaved={setBase}
          refresh={refresh}
        />
      )}
    </>
  );
}
