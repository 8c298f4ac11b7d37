import { type Package, packages } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { day } from '../../../core/text/day';
import { integer } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { firstDrawing } from '../../../ui/display/drawings';
import { Tag } from '../../../ui/display/tag';
import { Empty } from '../../../ui/feedback/empty';
import { Card } from '../../../ui/layout/card';
import { ListView } from '../../../ui/layout/list';
import { quiet, row } from '../../../ui/styles';
import * as store from '../routes';

/** `pages/mine/repurchase`: the member's current and past packages, each with a way to extend it. */
export default function Repurchase() {
  const { nav, t } = useApp();
  const list = useList(packages, {});
  return (
    <ListView
      of={list}
      itemKey={({ orderNo, productId }) => orderNo + productId}
      empty={
        <Empty drawing={firstDrawing} text={t('store.repurchase.none')}>
          <ButtonLink {...nav.link(store.rechargeScore, {})}>{t('store.recharge.title')}</ButtonLink>
        </Empty>
      }
    >
      {(one) => <Held of={one} />}
    </ListView>
  );
}

function Held({ of }: { of: Package }) {
  const app = useApp();
  const { nav, t } = app;
  const { name, quantity, serialNumber, endsAt, remainingDays, state, productId } = of;
  const ended = state === 'ended';
  return (
    <Card>
      <div className={row} style={{ justifyContent: 'space-between' }}>
        <strong style={{ minWidth: 0, marginRight: 8 }}>
          {name} ×&nbsp;{integer(quantity)}
        </strong>
        <Tag tone={ended ? 'quiet' : remainingDays < 30 ? 'warn' : 'good'}>
          {ended
            ? t('store.repurchase.ended')
            : t('store.repurchase.left', { count: integer(remainingDays) })}
        </Tag>
      </div>
      <p className={quiet} style={{ marginBottom: 12 }}>
        {serialNumber && (
          <>
            {serialNumber}
            <br />
          </>
        )}
        {t('store.repurchase.until', { date: day(endsAt, app) })}
      </p>
      <ButtonLink
        kind={ended ? 'primary' : 'plain'}
        small
        {...nav.link(store.buynow, {
          productId,
          ...(serialNumber && { serialNumber, quantity: String(quantity) }),
        })}
      >
        {t('store.repurchase.title')}
      </ButtonLink>
    </Card>
  );
}
