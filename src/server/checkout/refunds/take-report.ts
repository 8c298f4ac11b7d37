import type { Db, Tx } from '../../db/database';
import { systemAccount } from '../../ledger/accounts';
import { postMovement } from '../../ledger/post';
import type { RefundReport } from '../../payments/provider';
import type { ProviderRefund } from '../../payments/tables';

/** Money of refunds that are on their way: it has left the sales, and the provider has not paid it out. */
export const refunding = systemAccount('refunding', 'CNY');

const soonest = 60_000;

/** When a provider is queried again about a refund that was sent `age` milliseconds ago. */
export const nextAsk = (age: number, now: number): Date => new Date(now + Math.max(soonest, age / 4));

/**
 * Applies a provider's report about a refund. A repeated report changes nothing. A refund that was done can still fail, because a card's
 * bank may send it back; one that failed can turn out to be done. One that a person has credited to the balance stays as it is.
 */
export const takeReport = (db: Db, report: RefundReport, now: number) =>
  db.tx(async (tx) => {
    const named = await tx
      .selectFrom('provider_refund')
      .select('member')
      .where('sent_as', '=', report.refund)
      .executeTakeFirst();
    if (!named) return 'unknown';
    const row = await tx
      .selectFrom('provider_refund')
      .selectAll()
      .where('member', '=', named.member)
      .where('sent_as', '=', report.refund)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return 'unknown';
    await changes[report.result](tx, row, report, now);
    return report.result;
  });

type Take = (tx: Tx, row: ProviderRefund, report: RefundReport, now: number) => Promise<void>;

const changes: Record<RefundReport['result'], Take> = {
  async pending(tx, row, { reference }, now) {
    const isWaited = row.state === 'underWay' || (row.state === 'failed' && row.why === 'unanswered');
    if (!isWaited) return;
    const ask_at = nextAsk(now - (row.sent_at?.getTime() ?? now), now);
    await set(tx, row, {
      state: 'underWay',
      why: null,
      ended_at: null,
      reference: reference || row.reference,
      ask_at,
    });
  },

  async done(tx, row, { reference }, now) {
    if (row.state !== 'underWay' && row.state !== 'failed') return;
    const ended = { why: null, problem: null, ask_at: null, ended_at: new Date(now) };
    await set(tx, row, { ...ended, state: 'done', reference: reference || row.reference });
    await pay(tx, row, 'refund-paid', row.amount, now);
  },

  async failed(tx, row, { reference, problem }, now) {
    if (row.state !== 'underWay' && row.state !== 'done') return;
    await set(tx, row, {
      state: 'failed',
      why: row.state === 'done' ? 'returned' : 'refused',
      problem: problem?.slice(0, 300) ?? null,
      reference: reference || row.reference,
      ask_at: null,
      ended_at: new Date(now),
    });
    if (row.state === 'done') await pay(tx, row, 'refund-returned', -row.amount, now);
  },
};

const set = (tx: Tx, { member, number }: ProviderRefund, values: Partial<ProviderRefund>) =>
  tx
    .updateTable('provider_refund')
    .set(values)
    .where('member', '=', member)
    .where('number', '=', number)
    .execute();

/** Books what leaves the account at the provider, or returns to it. */
const pay = (tx: Tx, row: ProviderRefund, kind: string, amount: number, now: number) =>
  postMovement(
    tx,
    {
      kind,
      asset: 'CNY',
      entries: [
        [refunding, -amount],
        [systemAccount(row.way, 'CNY'), amount],
      ],
      memo: row.sent_as,
      ref: row.order_no,
      owner: row.member,
    },
    now,
  );
