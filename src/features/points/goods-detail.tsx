import { getProduct, type Product } from '../../contract/buying/products';
import { exchange } from '../../contract/money/points';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import type { Props } from '../../core/navigation/route';
import { integer, money } from '../../core/text/format';
import { ButtonLink } from '../../ui/button';
import { wrongDrawing } from '../../ui/display/drawings';
import { Tag } from '../../ui/display/tag';
import { WidePicture } from '../../ui/display/wide-picture';
import { Empty } from '../../ui/feedback/empty';
import { Loaded } from '../../ui/feedback/loaded';
import { Cell, Cells } from '../../ui/layout/cell';
import { Section } from '../../ui/layout/section';
import { panel } from '../../ui/styles';
import { Price, rewardsFor } from './price';
import { Redeem } from './redeem';
import * as points from './routes';

/** `pages/mine/goodsDetail`: a mall item (spec §3), and the way to redeem it. */
export default function GoodsDetail({ productId }: Props<typeof points.goodsDetail>) {
  const { nav, t } = useApp();
  const item = useQuery(getProduct, { productId });
  const mine = useQuery(exchange, {});
  const instead = (text: string) => (
    <div role="alert">
      <Empty drawing={wrongDrawing} text={text}>
        <ButtonLink {...nav.link(points.pointsMall, {})}>{t('points.toMall')}</ButtonLink>
      </Empty>
    </div>
  );
  if (item.failure?.kind === 'refused') return instead(item.failure.message);
  return (
    <Loaded of={item}>
      {(value) =>
        rewardsFor(value).length ? (
          <>
            <Facts item={value} />
            <div style={{ marginTop: 24 }}>
              <Section title={t('points.redeem')}>
                <Loaded of={mine}>{(held) => <Redeem item={value} held={held} />}</Loaded>
              </Section>
            </div>
          </>
        ) : (
          instead(t('points.not'))
        )
      }
    </Loaded>
  );
}

function Facts({ item }: { item: Product }) {
  const { t } = useApp();
  const { name, description, price, stock, sold, limit, days } = item;
  return (
    <>
      <div className={panel}>
        <WidePicture url={item.picture} />
      </div>
      <div style={{ margin: '12px 4px 0', fontSize: 20 }}>
        <Price of={item} />
        <h2>{name}</h2>
      </div>
      <p style={{ margin: '12px 4px 16px' }}>
        {stock < 1 && <Tag tone="bad">{t('points.soldOut')}</Tag>} {description}
      </p>
      <Cells>
        <Cell label={t('points.facts.worth')} value={money(price)} />
        {days > 0 && (
          <Cell label={t('points.facts.term')} value={t('points.facts.days', { count: integer(days) })} />
        )}
        <Cell label={t('points.facts.stock')} value={integer(stock)} />
        <Cell label={t('points.facts.sold')} value={integer(sold)} />
        <Cell label={t('points.facts.limit')} value={t('points.facts.limitOf', { count: integer(limit) })} />
      </Cells>
    </>
  );
}
