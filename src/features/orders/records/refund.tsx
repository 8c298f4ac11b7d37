import { askRefund } from '../../../contract/buying/orders';
import { askRefund as rules } from '../../../contract/buying/orders.rules';
import { useApp } from '../../../core/app';
import { useForm } from '../../../core/form/form';
import type { Props } from '../../../core/navigation/route';
import { BarFormView } from '../../../ui/field/bar-form';
import { TextField } from '../../../ui/field/text-field';
import { Section } from '../../../ui/layout/section';
import * as orders from '../routes';
import { LoadedOrder } from './loaded-order';
import { OrderHead } from './order-facts';

/** `pages/mine/refund`: a member requests the refund of an order, with a reason. */
export default function AskRefund({ orderNo }: Props<typeof orders.refund>) {
  const { nav, toasts, t } = useApp();
  const form = useForm({
    call: askRefund,
    rules,
    initial: { orderNo },
    done() {
      toasts.show(t('refund.sent'));
      nav.back(orders.payOrder);
    },
  });
  return (
    <LoadedOrder orderNo={orderNo}>
      {(order) => (
        <BarFormView of={form} send={t('refund.send')} note={t('refund.note')}>
          <Section>
            <OrderHead order={order} />
          </Section>
          <TextField of={form} name="reason" label={t('refund.reason')} lines={4} maxLength={300} />
        </BarFormView>
      )}
    </LoadedOrder>
  );
}
