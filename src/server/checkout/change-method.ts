import * as calls from '../../contract/buying/orders';
import { OrderState } from '../../contract/buying/orders';
import type * as rules from '../../contract/buying/orders.rules';
import { isOnline, type PaymentMethod } from '../../contract/buying/payment-methods';
import { me } from '../auth/members';
import type { Tx } from '../db/database';
import { prepaid, sales } from '../fulfilment/settle';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError, refusalOf } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { memberAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import { lockOwn, ownPurchase, type Purchase } from '../orders/own';
import { assertMoneyRested } from '../pay-password/money-rest';
import { assertPayProof } from '../pay-password/proof';
import { assertOffered } from '../payments/methods';
import { rewriteParts } from '../payments/parts';
import { providerOf } from '../payments/providers';
import { releaseAddress, reserve } from '../payments/usdt/reserve';
import { type AttemptRow, assertPayable, canBePaidBy, referenceOf, takeOutcome } from './attempts';
import { completeOrder } from './end-order';

/** Refused (500) unless the order waits for payment and this member can pay it with the method here. */
async function assertChangeable(
  run: Tx,
  ctx: RequestContext,
  order: Purchase,
  method: PaymentMethod,
): Promise<void> {
  assertPayable(order, ctx.now);
  assertOffered(ctx.settings, (await me(run, ctx)).country, ctx.appid, method);
  if (!canBePaidBy(order, method)) throw new DomainError('wayNotOffered');
}

/**
 * Closes the attempts with other methods at their providers before the order changes, because two open payments could both be taken.
 * Money that has been paid meanwhile is counted. If a provider does not respond or cannot close, the member does not have to wait: the
 * attempt stays open, and `reconcile-attempts` follows it until it is paid or closed.
 */
async function closeOthers(ctx: RequestContext, orderNo: string, method: PaymentMethod): Promise<void> {
  const open = await ctx.db.run
    .selectFrom('payment_attempt')
    .selectAll()
    .where('member', '=', ctx.member)
    .where('order_no', '=', orderNo)
    .where('state', '=', 'open')
    .where('way', '!=', method)
    .execute();
  for (const attempt of open) await closeAttempt(ctx, attempt).catch(refusalOf);
}

async function closeAttempt({ db, settings, fileSecret, member, now }: RequestContext, attempt: AttemptRow) {
  const { id, way: method } = attempt;
  const provider = isOnline(method) ? providerOf(method, settings, fileSecret) : undefined;
  const reference = referenceOf(attempt);
  const outcome = await provider?.ask?.(id, reference);
  if (outcome && outcome !== 'unpaid') return takeOutcome(db, outcome, now);
  if (!provider?.close) return;
  await provider.close(id, reference);
  await db.run
    .updateTable('payment_attempt')
    .set({ state: 'failed' })
    .where('member', '=', member)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** Takes the remaining amount from the balance: either the order is paid, or nothing has changed. */
async function payFromBalance(tx: Tx, ctx: RequestContext, order: Purchase, proof: string | undefined) {
  const { order_no, member, total, paid } = order;
  await assertPayProof(tx, ctx, proof, total - paid);
  await assertMoneyRested(tx, ctx);
  await tx
    .updateTable('purchase')
    .set({ way: 'balance' })
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .execute();
  await completeOrder(tx, order, order_no, ctx.now);
  const entries = [
    [memberAccount(member, 'balance'), paid - total],
    [prepaid, -paid],
    [sales('CNY'), total],
  ] as const;
  const used = entries.filter(([, amount]) => amount !== 0);
  await postMovement(
    tx,
    { kind: 'order', asset: 'CNY', entries: used, memo: 'balance', ref: order_no },
    ctx.now,
  );
}

/**
 * The deadlines of an order after a change of method: as long as a new order has, but never longer than the slowest method allows, so
 * that nobody can reserve goods by changing back and forth.
 */
function deadlines({ created_at, expires_at }: Purchase, method: PaymentMethod, ctx: RequestContext) {
  const { orderTtl, remittanceTtl } = ctx.settings;
  const latest = created_at.getTime() + Math.max(orderTtl, remittanceTtl);
  const usual = ctx.now + (method === 'remittance' ? remittanceTtl : orderTtl);
  return Math.max(expires_at.getTime(), Math.min(usual, latest));
}

async function change(tx: Tx, ctx: RequestContext, order: Purchase, method: PaymentMethod): Promise<void> {
  const { order_no: orderNo, member, total } = order;
  await rewriteParts(tx, order, method);
  let expires = deadlines(order, method, ctx);
  if (method === 'usdt') {
    const deadline = Math.min(expires, ctx.now + ctx.settings.orderTtl);
    expires = Math.max(
      expires,
      await reserve(tx, ctx.settings, { orderNo, member, total, deadline }, ctx.now),
    );
  }
  await tx
    .updateTable('purchase')
    .set({ way: method, expires_at: new Date(expires) })
    .where('member', '=', member)
    .where('order_no', '=', orderNo)
    .execute();
}

export const changeMethodHandlers: Pick<Handlers<typeof calls, typeof rules>, 'changeMethod'> = {
  async changeMethod(input, ctx) {
    const { orderNo, way: method, proof } = input;
    const before = await ownPurchase(ctx.db.run, ctx.member, orderNo);
    const changes = before.state === OrderState.waiting && before.way !== method;
    if (changes && !ctx.rehearsal) await closeOthers(ctx, orderNo, method);
    return ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.changeMethod, input, async () => {
        const order = await lockOwn(tx, ctx, orderNo);
        const { total } = order;
        await assertChangeable(tx, ctx, order, method);
        if (method !== order.way) {
          if (order.way === 'usdt') await releaseAddress(tx, orderNo);
          if (method === 'balance') await payFromBalance(tx, ctx, order, proof);
          else await change(tx, ctx, order, method);
        }
        const state = method === 'balance' ? OrderState.successful : OrderState.waiting;
        return { orderNo, state, total };
      }),
    );
  },
};
