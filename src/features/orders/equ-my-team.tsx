import { packages } from '../../contract/orders';
import { useApp } from '../../core/app';
import { dateTime, whole } from '../../core/format';
import { useList } from '../../core/list';
import { ButtonLink } from '../../ui/button';
import { Card } from '../../ui/card';
import { Empty } from '../../ui/empty';
import { ListView } from '../../ui/list';
import { quiet, row } from '../../ui/looks';
import { Tag } from '../../ui/tag';
import { store } from '../store/screens';
import { useOnly } from './only';
import { orders } from './screens';

/** `pages/list/equMyTeam`: cloud device orders, each with the machines it came to. */
export default function EquMyTeam() {
  const { nav, t } = useApp();
  const list = useOnly(useList(packages, {}), ({ category }) => category === 'machines');
  return (
    <ListView
      of={list}
      itemKey={({ orderNo, productId, serialNumber }) => orderNo + productId + (serialNumber ?? '')}
      empty={
        <Empty text={t('orders.packages.none')}>
          <ButtonLink {...nav.link(store.rechargeScore, {})}>{t('orders.packages.buy')}</ButtonLink>
        </Empty>
      }
    >
      {({ orderNo, name, quantity, serialNumber, boughtAt, remainingDays, state }) => (
        <Card {...nav.link(orders.orderDetail, { orderNo })}>
          <div className={row} style={{ justifyContent: 'space-between' }}>
            <strong style={{ minWidth: 0, marginRight: 8 }}>
              {name} × {quantity}
            </strong>
            <span style={{ flex: 'none' }}>
              <Tag tone={state === 'active' ? 'good' : 'quiet'}>{t(`orders.packages.${state}`)}</Tag>
            </span>
          </div>
          <p className={quiet} style={{ marginTop: 4 }}>
            {serialNumber ?? orderNo}
            <br />
            {dateTime(boughtAt)} · {t('orders.packages.days', { count: whole(remainingDays) })}
          </p>
        </Card>
      )}
    </ListView>
  );
}
