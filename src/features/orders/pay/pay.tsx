import { useApp } from '../../../core/app';
import type { Props } from '../../../core/navigation/route';
import { ButtonLink } from '../../../ui/button';
import { Empty } from '../../../ui/feedback/empty';
import * as store from '../../store/routes';
import type * as orders from '../routes';
import { itemsOf } from './items';
import { PayOrder } from './pay-existing';
import { PayNew } from './pay-new';
import { PaySignedOut } from './pay-signed-out';

/** `pages/mine/pay`: the choice of the payment method, for new goods or for an unpaid order. Also open to visitors (spec §2). */
export default function Pay(params: Props<typeof orders.pay>) {
  const { nav, platform, session, t } = useApp();
  const token = session.token.value;
  const userId = session.userInfo.value?.userId ?? '';
  if (!token && !platform.guest) return <PaySignedOut params={params} />;
  if (params.orderNo)
    return <PayOrder key={params.orderNo} orderNo={params.orderNo} other={!!params.other} />;
  const items = itemsOf(params, userId, platform.local);
  if (items.length) return <PayNew key={JSON.stringify(params)} params={params} items={items} />;
  return (
    <Empty text={t('pay.pay.nothing')}>
      <ButtonLink {...nav.link(store.home, {})}>{t('pay.pay.store')}</ButtonLink>
    </Empty>
  );
}
