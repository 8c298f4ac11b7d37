import type { Order } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { when } from '../../../core/text/when';
import { contractIcon } from '../../../ui/display/icons';
import { Steps } from '../../../ui/display/steps';
import { Tag } from '../../../ui/display/tag';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells, Tile } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import * as orders from '../routes';
import type { Started } from './use-starting';

const gap = { margin: '12px 0' };

/** `Starter × 1, Ring light × 2` */
export const boughtOf = ({ lines }: Order): string =>
  lines.map(({ name, quantity }) => `${name} ×\u00a0${quantity}`).join(', ');

/** The device orders that an order began; what it renewed was there before. */
export const newDevices = ({ lines }: Order): string[] =>
  lines.flatMap(({ device, serialNumber }) => (device && device !== serialNumber ? [device] : []));

/** The automatic steps after payment: cloud phones start, a membership begins, goods are sent. */
export function WhatComesNow({ order, started }: { order: Order; started: Started | undefined }) {
  const { t } = useApp();
  const has = (category: string) => order.lines.some((line) => line.category === category);
  const steps = ['paid', 'preparing', 'online'] as const;
  return (
    <div style={gap}>
      <Card>
        <Section title={t('result.after.title')}>
          {has('machines') && (
            <>
              <Steps
                of={steps.map((step) => ({ name: t(`result.after.${step}`) }))}
                at={started?.online ? steps.length : 1}
              />
              {started?.online === 0 && <p style={{ marginTop: 8 }}>{t('result.first.starting')}</p>}
            </>
          )}
          {has('membership') && <p>{t('result.after.membership')}</p>}
          {order.address && <p>{t('result.after.goods', { address: order.address.address })}</p>}
        </Section>
      </Card>
    </div>
  );
}

/** The contract that waits, the order, the ways to pay it that are not in the bar, and all orders while it is not paid. */
export function ResultLinks({
  orderNo,
  order,
  payable,
  paid,
}: {
  orderNo: string;
  order: Order | undefined;
  payable: boolean;
  paid: boolean;
}) {
  const app = useApp();
  const { nav, platform, t } = app;
  return (
    <div style={gap}>
      <Cells>
        {paid && order?.contract === 'unsigned' && (
          <Cell
            icon={<Tile of={contractIcon} into />}
            label={t('orders.facts.contract')}
            note={t('result.first.contract')}
            value={<Tag tone="warn">{t('orders.contract.unsigned')}</Tag>}
            {...nav.link(orders.signTask, { orderNo })}
          />
        )}
        <Cell
          label={t('result.order')}
          note={orderNo}
          value={order && t(`orders.ways.${order.way}`)}
          {...nav.link(orders.orderDetail, { orderNo })}
        />
        {paid && order?.paidAt && <Cell label={t('orders.facts.paidAt')} value={when(order.paidAt, app)} />}
        {paid && order?.currency === 'money' && !platform.guest && (
          <Cell label={t('result.receipt')} {...nav.link(orders.receipt, { of: 'order', number: orderNo })} />
        )}
        {payable && order?.way === 'usdt' && (
          <Cell label={t('result.usdt')} {...nav.link(orders.orderAddress, { orderNo })} />
        )}
        {!paid && <Cell label={t('orders.titles.payOrder')} {...nav.link(orders.payOrder, {})} />}
      </Cells>
    </div>
  );
}
