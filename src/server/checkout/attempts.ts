import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { OrderState } from '../../contract/buying/orders';
import { aboutMethod, type PaymentMethod } from '../../contract/buying/payment-methods';
import type { Db } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { lockOwn, type Purchase } from '../orders/own';
import { type Onward, type Outcome, unfitReason } from '../payments/provider';
import type { PaymentAttemptTable } from '../payments/tables';
import { receivePayment } from './receive-payment';
import { putToReview } from './review-payment';

export type AttemptRow = Selectable<PaymentAttemptTable>;

/** The provider's own reference of an attempt, if it has one. */
export const referenceOf = ({ ticket }: Pick<AttemptRow, 'ticket'>): string | undefined =>
  ticketOf({ ticket })?.onward.reference;

/** Milliseconds: how long an attempt can be paid, and the minimum time left for it to be reused. */
const ttl = 2 * 3_600_000;
const minRemainingMs = 60_000;

/** Refused (500) unless the order waits to be paid. */
export function assertPayable({ state, expires_at }: Purchase, now: number): void {
  if (state === OrderState.successful) throw new DomainError('orderPaid');
  if (state === OrderState.confirming) throw new DomainError('orderConfirming');
  if (state === OrderState.failed || expires_at.getTime() <= now) throw new DomainError('orderFailed');
}

/**
 * Whether a method can pay the remaining amount of an order. An order paid in part must be completed in parts or from the balance,
 * because a transfer covers a whole order.
 */
export function canBePaidBy(
  { currency, paid, top_up }: Pick<Purchase, 'currency' | 'paid'> & Partial<Pick<Purchase, 'top_up'>>,
  method: PaymentMethod,
): boolean {
  const about = aboutMethod(method);
  if (top_up && about.kind === 'held') return false; // a top-up cannot be paid from the balance
  return about.currency === currency && (paid === 0 || about.kind === 'held' || about.kind === 'online');
}

interface AttemptRequest {
  orderNo: string;
  part: number | undefined;
  place: string;
  /** The call comes from an embed, which needs another return address than the app. */
  embedded?: boolean;
}

/** The stored data for continuing an attempt. */
export interface Ticket {
  place: string;
  onward: Onward;
  embedded?: boolean;
}
export const ticketOf = ({ ticket }: Pick<AttemptRow, 'ticket'>): Ticket | undefined =>
  ticket ? JSON.parse(ticket) : undefined;

/** The attempt for a part of an order: the last one while it is valid, otherwise a new one. */
export const attemptFor = (
  { db, member, now }: RequestContext,
  { orderNo, part, place, embedded = false }: AttemptRequest,
): Promise<AttemptRow> =>
  db.tx(async (tx) => {
    const order = await lockOwn(tx, { member }, orderNo);
    assertPayable(order, now);
    const unpaid = await tx
      .selectFrom('payment_part')
      .selectAll()
      .where('member', '=', member)
      .where('order_no', '=', orderNo)
      .where('paid', '=', false)
      .orderBy('part')
      .execute();
    const due = part === undefined ? unpaid[0] : unpaid.find((one) => one.part === part);
    if (!due) throw new DomainError('partMissing');
    const last = await tx
      .selectFrom('payment_attempt')
      .selectAll()
      .where('member', '=', member)
      .where('order_no', '=', orderNo)
      .where('part', '=', due.part)
      .where('way', '=', order.way)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const ticket = last && ticketOf(last);
    const good =
      last?.state === 'open' &&
      ticket?.place === place &&
      !!ticket.embedded === embedded &&
      last.expires_at.getTime() > now + minRemainingMs;
    if (good) return last;
    return tx
      .insertInto('payment_attempt')
      .values({
        member,
        id: randomUUID().replace(/-/g, ''),
        order_no: orderNo,
        part: due.part,
        way: order.way,
        amount: due.amount,
        state: 'open',
        ticket: null,
        created_at: new Date(now),
        expires_at: new Date(Math.min(order.expires_at.getTime(), now + ttl)),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });

/**
 * Applies a provider's report about an attempt. A repeated report changes nothing. A failed attempt may still be paid, because a report
 * that money has arrived is final. If the money cannot be booked as reported, a person has to review it, and the attempt stays unchanged.
 */
export async function takeOutcome(db: Db, outcome: Outcome, now: number) {
  return db.tx(async (tx) => {
    const attempt = await tx
      .selectFrom('payment_attempt')
      .selectAll()
      .where('id', '=', outcome.attempt)
      .executeTakeFirst();
    if (!attempt) return 'unknown';
    if (outcome.result === 'failed') {
      await tx
        .updateTable('payment_attempt')
        .set({ state: 'failed' })
        .where('member', '=', attempt.member)
        .where('id', '=', attempt.id)
        .where('state', '=', 'open')
        .execute();
      return 'failed';
    }
    const { way, order_no, member, part } = attempt;
    const unfit = unfitReason(outcome);
    if (unfit) return putToReview(tx, attempt, outcome, unfit, now);
    const { paymentNo, amount } = outcome;
    const used = await receivePayment(tx, { way, paymentNo, orderNo: order_no, member, part, amount }, now);
    await tx
      .updateTable('payment_attempt')
      .set({ state: 'paid' })
      .where('member', '=', member)
      .where('id', '=', attempt.id)
      .execute();
    return used;
  });
}
