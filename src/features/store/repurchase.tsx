import { type Package, packages } from '../../contract/orders';
import { useApp } from '../../core/app';
import { date, whole } from '../../core/format';
import { useList } from '../../core/list';
import { ButtonLink } from '../../ui/button';
import { Card } from '../../ui/card';
import { Empty } from '../../ui/empty';
import { ListView } from '../../ui/list';
import { quiet, row } from '../../ui/looks';
import { Tag } from '../../ui/tag';
import { store } from './screens';

/** `pages/mine/repurchase`: what the member holds or held, each with the way to have it longer. */
export default function Repurchase() {
  const { nav, t } = useApp();
  const list = useList(packages, {});
  return (
    <ListView
      of={list}
      itemKey={({ orderNo, productId }) => orderNo + productId}
      empty={
        <Empty text={t('store.repurchase.none')}>
          <ButtonLink {...nav.link(store.rechargeScore, {})}>{t('store.recharge.title')}</ButtonLink>
        </Empty>
      }
    >
      {(one) => <Held of={one} />}
    </ListView>
  );
}

function Held({ of }: { of: Package }) {
  const { nav, t } = useApp();
  const { name, quantity, serialNumber, endsAt, remainingDays, state, productId } = of;
  const ended = state === 'ended';
  return (
    <Card>
      <div className={row} style={{ justifyContent: 'space-between' }}>
        <strong style={{ minWidth: 0, marginRight: 8 }}>
          {name} × {whole(quantity)}
        </strong>
        <Tag tone={ended ? 'quiet' : remainingDays < 30 ? 'warn' : 'good'}>
          {ended ? t('store.repurchase.ended') : t('store.repurchase.left', { count: whole(remainingDays) })}
        </Tag>
      </div>
      <p className={quiet} style={{ marginBottom: 12 }}>
        {serialNumber && `${serialNumber} · `}
        {t('store.repurchase.until', { date: date(endsAt) })}
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
