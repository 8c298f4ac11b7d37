import { type Package, packages } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { day } from '../../../core/text/day';
import { integer } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { Facts } from '../../../ui/display/facts';
import { Tag } from '../../../ui/display/tag';
import { Card } from '../../../ui/layout/card';
import { quiet, row } from '../../../ui/styles';
import * as orders from '../routes';
import { PackageList } from './package-list';

/** `pages/mine/promotionActivity`: my packages, the purchased machines and memberships. */
export default function PromotionActivity() {
  const list = useList(packages, {});
  return <PackageList of={list}>{(held) => <PackageCard held={held} />}</PackageList>;
}

function PackageCard({ held }: { held: Package }) {
  const app = useApp();
  const { nav, t } = app;
  const { orderNo, productId, quantity, serialNumber, state } = held;
  const renewal = { productId, quantity: String(quantity), ...(serialNumber && { serialNumber }) };
  return (
    <Card>
      <div className={row} style={{ justifyContent: 'space-between' }}>
        <strong style={{ minWidth: 0, marginRight: 8 }}>
          {held.name} ×&nbsp;{quantity}
        </strong>
        <span style={{ flex: 'none' }}>
          <Tag tone={state === 'active' ? 'good' : 'quiet'}>{t(`packages.${state}`)}</Tag>
        </span>
      </div>
      <div style={{ margin: '4px 0 8px' }}>
        <Facts
          of={[
            t('packages.ends', { date: day(held.endsAt, app) }),
            t('packages.days', { count: integer(held.remainingDays) }),
          ]}
        />
        <p className={quiet}>{serialNumber ?? orderNo}</p>
      </div>
      <div className={row} style={{ flexWrap: 'wrap' }}>
        <ButtonLink small {...nav.link(orders.pay, renewal)}>
          {t('packages.renew')}
        </ButtonLink>
        <ButtonLink small kind="quiet" {...nav.link(orders.payOrderDetail, { orderNo })}>
          {t('orders.titles.payOrderDetail')}
        </ButtonLink>
      </div>
    </Card>
  );
}
