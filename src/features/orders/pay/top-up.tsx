import { aboutMethod, type TopUpMethod } from '../../../contract/buying/payment-methods';
import { listRecharges, offeredMethods, topUp } from '../../../contract/buying/payments';
import { topUp as rules } from '../../../contract/buying/payments.rules';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import { asFailure } from '../../../core/http/failure';
import { money } from '../../../core/text/format';
import { transferIcon } from '../../../ui/display/icons';
import { Loaded } from '../../../ui/feedback/loaded';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { BarFormView } from '../../../ui/field/bar-form';
import { hint } from '../../../ui/field/hint';
import { MoneyField } from '../../../ui/field/money-field';
import { QuickAmounts } from '../../../ui/field/quick-amounts';
import { TextField } from '../../../ui/field/text-field';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells, Tile } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import * as orders from '../routes';
import { useContinuePayment } from './continue-payment';
import { MethodRows } from './method-rows';
import { Recharges } from './recharges';

/** Amounts in fen to fill in with a tap. */
const quick = [100_00, 500_00, 1_000_00, 5_000_00];

/** `pages/mine/topUp`: tops up the balance, through a provider or with USDT; by bank transfer on `otherPay`. */
export default function TopUp() {
  const methods = useQuery(offeredMethods, {});
  return (
    <Loaded of={methods} skeleton={<Skeleton kind="form" />}>
      {({ ways, limit }) => {
        const usable = ways.filter(({ way }) => ['online', 'chain'].includes(aboutMethod(way).kind));
        return (
          <Form methods={usable} limit={limit} transfer={ways.some(({ way }) => way === 'remittance')} />
        );
      }}
    </Loaded>
  );
}

function Form({
  methods,
  limit,
  transfer,
}: {
  methods: Parameters<typeof MethodRows>[0]['methods'];
  limit: number;
  transfer: boolean;
}) {
  const { nav, t } = useApp();
  const continuePayment = useContinuePayment();
  const history = useList(listRecharges, {});
  const form = useForm({
    call: topUp,
    rules,
    initial: methods[0] ? { way: methods[0].way as TopUpMethod } : {},
    async done({ orderNo }, { way }) {
      await continuePayment(way, async () => orderNo).catch((error) => {
        asFailure(error); // the member has seen the failure; the order waits
        nav.go(orders.pay, { orderNo }, { replace: true });
      });
    },
  });
  const { amount, way } = form.values;
  const chosen = methods.find((one) => one.way === way);
  const send = amount ? t('topup.send', { amount: money(amount) }) : t('topup.title');
  const bank = transfer && (
    <Cells>
      <Cell
        icon={<Tile of={transferIcon} />}
        label={t('orders.ways.remittance')}
        note={t('topup.remittance')}
        {...nav.link(orders.otherPay, {})}
      />
    </Cells>
  );
  if (!methods.length)
    return (
      <>
        <Section>{bank}</Section>
        <Recharges of={history} />
      </>
    );
  return (
    <BarFormView of={form} send={send}>
      <Card night>
        <MoneyField of={form} name="amount" label={t('topup.amount')} />
        <QuickAmounts of={quick} value={amount} onChange={(fen) => form.set('amount', fen)} />
      </Card>
      <Section title={t('topup.how')}>
        <MethodRows
          methods={methods.map((one) => ({ ...one, parts: amount ? Math.ceil(amount / limit) : 1 }))}
          value={way}
          limit={limit}
          locked={form.busy}
          onChange={(method) => form.set('way', method as TopUpMethod)}
        />
        {chosen?.sandbox && <p className={hint}>{t('pay.sandboxText')}</p>}
      </Section>
      <TextField
        of={form}
        name="phone"
        label={t('topup.phone')}
        hint={t('topup.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      {bank}
      <Recharges of={history} />
    </BarFormView>
  );
}
