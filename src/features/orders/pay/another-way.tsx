import { useApp } from '../../../core/app';
import { ButtonLink } from '../../../ui/button';
import * as orders from '../routes';

/** To the ways in which an order can be paid, for who does not want the one that it waits for any more. */
export function OtherMethodLink({ orderNo }: { orderNo: string }) {
  const { nav, t } = useApp();
  return (
    <ButtonLink kind="quiet" {...nav.link(orders.pay, { orderNo, other: '1' })}>
      {t('orders.pay.other')}
    </ButtonLink>
  );
}
