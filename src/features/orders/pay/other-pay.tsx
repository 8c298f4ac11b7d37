import { useMemo } from 'react';
import { balance } from '../../../contract/auth';
import { getOrder } from '../../../contract/orders';
import { remit, startPay } from '../../../contract/payments';
import { remit as rules } from '../../../contract/payments.rules';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import type { Props } from '../../../core/navigation/screen';
import { money } from '../../../core/text/format';
import { uuid } from '../../../core/uuid';
import { Loaded } from '../../../ui/feedback/loaded';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { FormView } from '../../../ui/field/form';
import { ImageField } from '../../../ui/field/image-field';
import { MoneyField } from '../../../ui/field/money-field';
import { TextField } from '../../../ui/field/text-field';
import { Section } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import { orderQueries } from '../queries';
import { orders } from '../screens';
import { Refused } from './refused';

/** `pages/mine/otherPay`: the voucher of an offline remittance, for an order or, without one, for the balance. */
export default function OtherPay({ orderNo }: Props<typeof orders.otherPay>) {
  return orderNo ? <ForOrder orderNo={orderNo} /> : <Remittance />;
}

function ForOrder({ orderNo }: { orderNo: string }) {
  const { t } = useApp();
  const order = useQuery(getOrder, { orderNo });
  const ticket = useQuery(startPay, { orderNo });
  const refused = [ticket.failure, order.failure].find((failure) => failure?.kind === 'refused');
  if (refused) return <Refused failure={refused} />;
  return (
    <Loaded of={ticket} skeleton={<Skeleton kind="form" />}>
      {(known) => (
        <>
          {known.way === 'remittance' && (
            <Section title={t('transfer.remit.payee')}>
              <Cells>
                <Cell label={t('transfer.remit.name')} value={known.payee.accountName} />
                <Cell label={t('transfer.remit.account')} value={known.payee.accountNumber} />
                <Cell label={t('transfer.remit.bank')} value={known.payee.bank} />
                <Cell
                  label={t('transfer.remit.reference')}
                  value={known.payee.reference}
                  note={t('transfer.remit.referenceNote')}
                />
              </Cells>
            </Section>
          )}
          <Section>
            <Remittance orderNo={orderNo} amount={known.amount} />
          </Section>
        </>
      )}
    </Loaded>
  );
}

function Remittance({ orderNo, amount }: { orderNo?: string; amount?: number }) {
  const { nav, toasts, queries, t } = useApp();
  const requestKey = useMemo(uuid, []);
  const form = useForm({
    call: remit,
    rules,
    initial: { requestKey, ...(orderNo && { orderNo }), ...(amount !== undefined && { amount }) },
    done() {
      queries.changed(...orderQueries, balance, startPay);
      toasts.show(t('transfer.remit.sent'));
      if (orderNo) nav.go(orders.paymentResult, { orderNo }, { replace: true });
      else nav.back();
    },
    refused() {
      form.set('requestKey', uuid()); // a refusal is final: the next try is another
      return false;
    },
  });
  // a picture that is not there is not something to fill in
  const missing = form.problems.voucher && { voucher: { rule: 'voucher' as const } };
  const asked = { ...form, problems: { ...form.problems, ...missing } };
  return (
    <FormView of={form} send={t('transfer.remit.send')} note={t('transfer.remit.note')}>
      {amount === undefined ? (
        <MoneyField of={form} name="amount" label={t('transfer.remit.amount')} />
      ) : (
        <Cells>
          <Cell label={t('transfer.remit.amount')} value={<strong>{money(amount)}</strong>} />
        </Cells>
      )}
      <TextField of={form} name="phone" label={t('transfer.remit.phone')} type="tel" autoComplete="tel" />
      <ImageField
        of={asked}
        name="voucher"
        label={t('transfer.remit.voucher')}
        hint={t('transfer.remit.hint')}
      />
    </FormView>
  );
}
