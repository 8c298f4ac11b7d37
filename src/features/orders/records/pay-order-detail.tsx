import { getDevice } from '../../../contract/buying/devices';
import { type Order, OrderState, type Package, packages } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/route';
import { day } from '../../../core/text/day';
import { integer, money } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { firstDrawing } from '../../../ui/display/drawings';
import { Facts } from '../../../ui/display/facts';
import { ProductPicture } from '../../../ui/display/product-picture';
import { Tag } from '../../../ui/display/tag';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { pair, spread } from '../../../ui/styles';
import * as devices from '../../devices/routes';
import * as store from '../../store/routes';
import * as orders from '../routes';
import { LoadedOrder } from './loaded-order';

/** `pages/mine/payOrderDetail`: a package: its content, validity and earnings. */
export default function PayOrderDetail({ orderNo }: Props<typeof orders.payOrderDetail>) {
  return <LoadedOrder orderNo={orderNo}>{(order) => <Held order={order} />}</LoadedOrder>;
}

function Held({ order }: { order: Order }) {
  const { nav, t } = useApp();
  const { orderNo, contract, state } = order;
  const held = useQuery(packages, { orderNo });
  const toOrder = nav.link(orders.orderDetail, { orderNo });
  return (
    <Loaded of={held}>
      {({ items }) =>
        items.length ? (
          <>
            {items.map((one) => (
              <Section key={one.productId + (one.serialNumber ?? '')}>
                <PackageFacts held={one} />
              </Section>
            ))}
            <Section>
              <Cells>
                {contract !== 'none' && (
                  <Cell
                    label={t('orders.facts.contract')}
                    value={t(`orders.contract.${contract}`)}
                    {...nav.link(orders.signTask, { orderNo })}
                  />
                )}
                <Cell label={t('orders.titles.orderDetail')} value={orderNo} {...toOrder} />
              </Cells>
            </Section>
          </>
        ) : (
          <Empty
            drawing={firstDrawing}
            text={t(
              state === OrderState.waiting || state === OrderState.confirming
                ? 'packages.notYet'
                : 'packages.nothing',
            )}
          >
            <ButtonLink kind="primary" {...toOrder}>
              {t('orders.titles.orderDetail')}
            </ButtonLink>
          </Empty>
        )
      }
    </Loaded>
  );
}

function PackageFacts({ held }: { held: Package }) {
  const app = useApp();
  const { nav, t } = app;
  const { name, quantity, picture, serialNumber, state, endsAt, remainingDays, productId } = held;
  return (
    <>
      <Cells>
        <div className={spread} style={{ padding: 14 }}>
          <ProductPicture url={picture} size={56} />
          <div data-grow="">
            <h2>
              {name} ×&nbsp;{integer(quantity)}
            </h2>
            <Facts of={[t('packages.ends', { date: day(endsAt, app) })]} />
          </div>
          <Tag tone={state === 'active' ? 'good' : 'quiet'}>
            {state === 'active' ? t('packages.days', { count: integer(remainingDays) }) : t('packages.ended')}
          </Tag>
        </div>
        {serialNumber && <Machines serialNumber={serialNumber} />}
      </Cells>
      <div className={pair}>
        <ButtonLink
          {...nav.link(store.buynow, {
            productId,
            ...(serialNumber && { serialNumber, quantity: String(quantity) }),
          })}
        >
          {t('packages.renew')}
        </ButtonLink>
      </div>
    </>
  );
}

/** The cloud phones of a package, and their rent. */
function Machines({ serialNumber }: { serialNumber: string }) {
  const { nav, t } = useApp();
  const { value } = useQuery(getDevice, { serialNumber });
  return (
    <>
      <Cell
        label={t('packages.machines')}
        note={serialNumber}
        value={value && t('packages.online', { online: value.online, total: value.total })}
        {...nav.link(devices.machines, { serialNumber })}
      />
      <Cell
        label={t('packages.rent')}
        value={value && money(value.remainingRent)}
        {...nav.link(devices.earnings, { serialNumber })}
      />
    </>
  );
}
