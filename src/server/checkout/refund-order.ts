import type { Db, Executor, Tx } from '../db/database';
import { countRefund } from '../fulfilment/refund';
import { sales } from '../fulfilment/settle';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { newNumber } from '../kernel/numbers';
import { memberAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import { type MemberMessage, notifyMember } from '../notices/notify-member';
import { memberOfOrder, type Purchase } from '../orders/own';
import type { RefundsBy } from '../payments/providers';
import { endMachines } from './refunds/end-machines';
import { sendRefunds } from './refunds/send';
import { type RefundPart, splitRefund } from './refunds/split';
import { refunding } from './refunds/take-report';

interface Refund {
  orderNo: string;
  /** In the order's currency; the full remaining amount if absent. */
  amount?: number | undefined;
  /** All of it goes to the balance, although a provider could refund. */
  toBalance?: boolean | undefined;
  reason: string;
  requestKey: string;
}

/** The owner of the request keys of operators. */
const operator = 'operator';

/**
 * Refunds an order, once per key: to the card or account that paid it, or to the balance (`splitRefund`); points and cloud beans return as
 * these. With the last part, the purchase ends: machines and their tasks stop. `left`: the amount that can still be refunded.
 */
export async function refundOrder(
  db: Db,
  providers: RefundsBy,
  input: Refund,
  now: number,
): Promise<{ refunded: number; left: number; to: { way: string; amount: number }[] }> {
  const answer = await db.tx((tx) =>
    idempotent(tx, { member: operator, now }, { path: 'operator/refund' }, input, () =>
      refundIn(tx, providers, input, now),
    ),
  );
  // after the commit, because a provider may be slow; what is not sent here is sent later
  const member = await memberOfOrder(db.run, input.orderNo);
  if (member !== undefined)
    await sendRefunds(db, providers, now, { order: { order_no: input.orderNo, member } });
  return answer;
}

async function refundIn(tx: Tx, providers: RefundsBy, input: Refund, now: number) {
  const { orderNo, reason, toBalance } = input;
  const { order, refunded, left, devices } = await countRefund(tx, input, now);
  const { currency } = order;
  const { parts, balance } =
    currency === 'money' && !toBalance
      ? await splitRefund(tx, providers, order, refunded)
      : { parts: [], balance: refunded };
  for (const part of parts) await write(tx, order, part, reason, now);
  const asset = currency === 'money' ? 'CNY' : currency;
  const held = memberAccount(order.member, currency === 'money' ? 'balance' : currency);
  await postMovement(
    tx,
    {
      kind: 'refund',
      asset,
      entries: [
        [sales(asset), -refunded],
        [held, balance],
        ...(refunded > balance ? [[refunding, refunded - balance] as const] : []),
      ],
      memo: reason,
      ref: orderNo,
      owner: order.member,
    },
    now,
  );
  await notifyMember(tx, order.member, messageOf(order, refunded - balance, balance, reason), now);
  await endMachines(tx, { member: order.member, devices }, now);
  const to = [
    ...parts.map(({ way, amount }) => ({ way, amount })),
    ...(balance ? [{ way: held.kind, amount: balance }] : []),
  ];
  return { refunded, left, to };
}

const write = (
  tx: Tx,
  { order_no, member }: Purchase,
  { receipt, way, amount }: RefundPart,
  reason: string,
  now: number,
) => {
  const number = newNumber('F', now, 10);
  const at = new Date(now);
  return tx
    .insertInto('provider_refund')
    .values({
      member,
      number,
      sent_as: number,
      order_no,
      receipt,
      way,
      amount,
      reason,
      state: 'underWay',
      why: null,
      problem: null,
      reference: null,
      times: 1,
      at,
      sent_at: null,
      ask_at: at,
      ended_at: null,
    })
    .execute();
};

/** Says where the money goes. */
function messageOf(
  { currency, order_no: orderNo }: Purchase,
  sent: number,
  credited: number,
  reason: string,
): MemberMessage {
  const link = `pages/orderDetail?orderNo=${orderNo}`;
  if (currency !== 'money') return { kind: 'orderRefunded', values: { orderNo, reason }, link };
  if (!sent) return { kind: 'refundToBalance', values: { orderNo, amount: credited, reason }, link };
  if (!credited) return { kind: 'refundToPayment', values: { orderNo, amount: sent, reason }, link };
  return { kind: 'refundToBoth', values: { orderNo, amount: sent, rest: credited, reason }, link };
}

/**
 * Refused if the same amount was refunded for the same reason by another request: an operator who repeats a command must confirm it
 * (the response contains `repeat: true`).
 */
export async function assertNewRefund(
  run: Executor,
  { orderNo, amount, reason, requestKey }: Refund,
): Promise<void> {
  const retried = await run
    .selectFrom('answered')
    .select('key')
    .where('member', '=', operator)
    .where('call', '=', 'operator/refund')
    .where('key', '=', requestKey.toLowerCase())
    .executeTakeFirst();
  if (retried || amount === undefined) return;
  const member = await memberOfOrder(run, orderNo);
  if (member === undefined) return;
  const before = await run
    .selectFrom('transfer as t')
    .innerJoin('posting as p', (join) => join.onRef('p.home', '=', 't.home').onRef('p.transfer', '=', 't.id'))
    .select('t.id')
    .where('t.home', '=', member)
    .where('t.kind', '=', 'refund')
    .where('t.ref', '=', orderNo)
    .where('t.memo', '=', reason)
    .where('p.amount', '=', -amount)
    .executeTakeFirst();
  if (before) throw new DomainError('refundRepeated', {}, { body: { repeat: true } });
}
