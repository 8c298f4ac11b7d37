import { useState } from 'react';
import { getOrder } from '../../../contract/buying/orders';
import { listRecharges, remit, startPay } from '../../../contract/buying/payments';
import { remit as rules } from '../../../contract/buying/payments.rules';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import type { Props } from '../../../core/navigation/route';
import { money } from '../../../core/text/format';
import { moneyDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { FormView } from '../../../ui/field/form';
import { ImageField } from '../../../ui/field/image-field';
import { MoneyField } from '../../../ui/field/money-field';
import { TextField } from '../../../ui/field/text-field';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import * as orders from '../routes';
import { OtherMethodLink } from './another-way';
import { Payee, Recharges } from './recharges';
import { Refused } from './refused';

/** `pages/mine/otherPay`: the voucher of an offline remittance, for an order or, without one, for the balance. */
export default function OtherPay({ orderNo }: Props<typeof orders.otherPay>) {
  return orderNo ? <ForOrder orderNo={orderNo} /> : <Recharge />;
}

function ForOrder({ orderNo }: { orderNo: string }) {
  const order = useQuery(getOrder, { orderNo });
  const ticket = useQuery(startPay, { orderNo });
  const refused = [ticket.failure, order.failure].find((failure) => failure?.kind === 'refused');
  if (refused) return <Refused failure={refused} />;
  return (
    <Loaded of={ticket} skeleton={<Skeleton kind="form" />}>
      {(data) => (
        <>
          {data.way === 'remittance' && <Payee of={data.payee} sandbox={data.sandbox} />}
          <Section>
            <Remittance orderNo={orderNo} amount={data.amount} />
          </Section>
          <OtherMethodLink orderNo={orderNo} />
        </>
      )}
    </Loaded>
  );
}

/** Tops up the balance: the account, the voucher, and the earlier remittances. */
function Recharge() {
  const { t } = useApp();
  const list = useList(listRecharges, {});
  const [sent, setSent] = useState(0);
  return (
    <Loaded of={{ ...list, ...(list.head && { value: list.head }) }} skeleton={<Skeleton kind="form" />}>
      {({ payee, sandbox }) =>
        payee ? (
          <>
            <Payee of={payee} sandbox={sandbox} note={t('remittance.usernameNote')} />
            <Section>
              <Remittance key={sent} onSent={() => setSent(sent + 1)} />
            </Section>
            <Recharges of={list} />
          </>
        ) : (
          <Empty drawing={moneyDrawing} text={t('remittance.noPayee')} />
        )
      }
    </Loaded>
  );
}

function Remittance({ orderNo, amount, onSent }: { orderNo?: string; amount?: number; onSent?(): void }) {
  const { nav, toasts, t } = useApp();
  const form = useForm({
    call: remit,
    rules,
    initial: { ...(orderNo && { orderNo }), ...(amount !== undefined && { amount }) },
    done() {
      toasts.show(t('remittance.sent'));
      if (orderNo) nav.go(orders.paymentResult, { orderNo }, { replace: true });
      else onSent?.(); // the list below shows it now, and the next one is a new remittance
    },
  });
  // an unavailable picture is not a missing field
  const missing = form.problems.voucher && { voucher: { rule: 'voucher' as const } };
  const checked = { ...form, problems: { ...form.problems, ...missing } };
  return (
    <FormView of={form} send={t('remittance.send')} note={t('remittance.note')}>
      {amount === undefined ? (
        <MoneyField of={form} name="amount" label={t('remittance.amount')} />
      ) : (
        <Cells>
          <Cell label={t('remittance.amount')} value={<strong>{money(amount)}</strong>} />
        </Cells>
      )}
      <TextField of={form} name="phone" label={t('remittance.phone')} type="tel" autoComplete="tel" />
      <ImageField of={checked} name="voucher" label={t('remittance.voucher')} hint={t('remittance.hint')} />
    </FormView>
  );
}
