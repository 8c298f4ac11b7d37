import type { Db } from '../../db/database';
import { eachInTurn } from '../../jobs/each-in-turn';
import type { Schedule } from '../../jobs/worker';
import { DomainError } from '../../kernel/domain-error';
import type { OrderName } from '../../orders/own';
import type { RefundOrder } from '../../payments/provider';
import { type RefundsBy, refundsBy } from '../../payments/providers';
import type { ProviderRefund } from '../../payments/tables';
import type { Settings } from '../../settings/settings';
import { paymentNoOf } from './split';
import { nextAsk, takeReport } from './take-report';

const batch = 100;
const everyMs = 5_000;
/** Nobody else contacts the provider about a refund for so long: a request takes up to 20 s. */
const leaseMs = 60_000;
/** A refund that its provider has not accepted for so long is passed to a person. */
const patienceMs = 24 * 3_600_000;

const rethrow = (error: unknown) => {
  throw error;
};

/** A refund as its provider receives it. */
export async function orderOf({ run }: Db, row: ProviderRefund): Promise<RefundOrder> {
  const { amount } = await run
    .selectFrom('receipt')
    .select('amount')
    .where('member', '=', row.member)
    .where('id', '=', row.receipt)
    .executeTakeFirstOrThrow();
  return {
    number: row.sent_as,
    orderNo: row.order_no,
    paymentNo: paymentNoOf(row),
    paid: amount,
    amount: row.amount,
  };
}

/**
 * Sends refunds that are due to their providers, and queries those whose result is not known; all, or those of one order. A provider that
 * does not respond is contacted again later, at growing intervals. `log` receives errors of ours, which are thrown without it.
 */
export async function sendRefunds(
  db: Db,
  providers: RefundsBy,
  now: number,
  { order, log = rethrow }: { order?: OrderName; log?: (error: unknown) => void } = {},
): Promise<void> {
  const due = await db.run
    .selectFrom('provider_refund')
    .selectAll()
    .where('state', '=', 'underWay')
    .where('ask_at', '<=', new Date(now))
    .where((is) =>
      is.and(order ? [is('member', '=', order.member), is('order_no', '=', order.order_no)] : []),
    )
    .orderBy('ask_at')
    .limit(batch)
    .execute();
  await eachInTurn(
    due,
    async (row) => {
      if (!(await claimed(db, row, now))) return;
      await advance(db, providers, row, now).catch(async (error) => {
        if (!(error instanceof DomainError)) log(error);
        await postpone(db, row, now);
      });
    },
    log,
  );
}

/** Whether this gateway, of several, contacts the provider now. */
async function claimed(
  { run }: Db,
  { member, number, sent_at }: ProviderRefund,
  now: number,
): Promise<boolean> {
  const one = await run
    .updateTable('provider_refund')
    .set({ ask_at: new Date(now + leaseMs), sent_at: sent_at ?? new Date(now) })
    .where('member', '=', member)
    .where('number', '=', number)
    .where('state', '=', 'underWay')
    .where('ask_at', '<=', new Date(now))
    .executeTakeFirst();
  return one.numUpdatedRows > 0;
}

/** A refund that was sent before is queried first: its response may have got lost. */
async function advance(db: Db, providers: RefundsBy, row: ProviderRefund, now: number): Promise<void> {
  const provider = providers(row.way);
  if (!provider) return giveUp(db, row, now);
  const order = await orderOf(db, row);
  const known = row.sent_at ? await provider.ask(order) : undefined;
  await takeReport(db, known ?? (await provider.send(order)), now);
}

async function postpone(db: Db, row: ProviderRefund, now: number): Promise<void> {
  const age = now - (row.sent_at?.getTime() ?? now);
  if (!row.reference && age >= patienceMs) return giveUp(db, row, now);
  await db.run
    .updateTable('provider_refund')
    .set({ ask_at: nextAsk(age, now) })
    .where('member', '=', row.member)
    .where('number', '=', row.number)
    .where('state', '=', 'underWay')
    .execute();
}

const giveUp = async ({ run }: Db, { member, number }: ProviderRefund, now: number): Promise<void> => {
  await run
    .updateTable('provider_refund')
    .set({ state: 'failed', why: 'unanswered', ended_at: new Date(now) })
    .where('member', '=', member)
    .where('number', '=', number)
    .where('state', '=', 'underWay')
    .execute();
};

export const refundSending = (
  settings: Settings,
  fileSecret: string,
  log: (error: unknown) => void,
): Schedule => ({
  name: 'provider-refunds',
  every: everyMs,
  run: (db, now) => sendRefunds(db, refundsBy({ settings, fileSecret }), now, { log }),
});
