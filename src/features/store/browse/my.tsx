import { type Package, packages } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import type { OpenRoute } from '../../../core/navigation/route';
import { useCart } from '../../../core/purchase/cart';
import { day } from '../../../core/text/day';
import { integer } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { firstDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { PullToRefresh } from '../../../ui/feedback/pull';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import * as addresses from '../../addresses/routes';
import * as orders from '../../orders/routes';
import * as store from '../routes';
import { Banner } from './banner';
import { BottomRow } from './bottom-row';

/** Number of packages shown here; the others are one tap away. */
const few = 3;

/** Links from a member's purchases; each has the name of its screen. */
export const links: [
  name: 'orders' | 'devices' | 'renew' | 'membership' | 'cart' | 'addresses',
  OpenRoute,
][] = [
  ['orders', orders.payOrder],
  ['devices', orders.equMyTeam],
  ['renew', store.repurchase],
  ['membership', store.openMembership],
  ['cart', store.cart],
  ['addresses', addresses.addressManage],
];

/** `pages/tabbar/my`: my store. The packages come last, because their number is unknown until they arrive. */
export default function My() {
  const [cart] = useCart();
  const { nav, session, t } = useApp();
  const held = useQuery(packages, {});
  const nickname = session.userInfo.peek()?.nickname ?? '';
  const all = (
    <ButtonLink kind="quiet" small {...nav.link(orders.promotionActivity, {})}>
      {t('store.my.all')}
    </ButtonLink>
  );
  return (
    <>
      <PullToRefresh onRefresh={() => held.refresh()}>
        <Banner title={t('store.my.hello', { nickname })} text={t('store.my.text')} />
        <Section>
          <Cells>
            {links.map(([name, to]) => (
              <Cell key={name} label={t(`store.my.links.${name}`)} {...nav.link(to, {})} />
            ))}
          </Cells>
        </Section>
        <Section title={t('store.my.packages')} action={all}>
          <Loaded of={held} skeleton={<Skeleton rows={2} />}>
            {({ items }) =>
              items.length ? (
                <Cells>
                  {items.slice(0, few).map((one) => (
                    <Held key={one.orderNo + one.productId} of={one} />
                  ))}
                </Cells>
              ) : (
                <Empty drawing={firstDrawing} text={t('store.my.none')}>
                  <ButtonLink kind="primary" {...nav.link(store.rechargeScore, {})}>
                    {t('store.recharge.title')}
                  </ButtonLink>
                </Empty>
              )
            }
          </Loaded>
        </Section>
      </PullToRefresh>
      <BottomRow current="my" count={cart.length} />
    </>
  );
}

function Held({ of: { name, quantity, endsAt, remainingDays, state } }: { of: Package }) {
  const app = useApp();
  const { t } = app;
  return (
    <Cell
      label={`${name} ×\u00a0${integer(quantity)}`}
      note={t('store.repurchase.until', { date: day(endsAt, app) })}
      value={
        state === 'ended'
          ? t('store.repurchase.ended')
          : t('store.repurchase.left', { count: integer(remainingDays) })
      }
    />
  );
}
