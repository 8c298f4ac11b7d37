import { useApp } from '../../../core/app';
import { ButtonLink } from '../../../ui/button';
import * as orders from '../routes';

/** A link to the other payment methods of an order. */
export function OtherMethodLink({ orderNo }: { orderNo: string }) {
  const { nav, t } = useApp();
  return (
    <ButtonLink kind="quiet" {...nav.link(orders.pay, { orderNo, other: '1' })}>
      {t('orders.pay.other')}
    </ButtonLink>
  );
}
