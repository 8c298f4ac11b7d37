import { createHash, randomUUID } from 'node:crypto';
import { OrderState } from '../../contract/buying/orders';
import * as calls from '../../contract/buying/payments';
import type * as rules from '../../contract/buying/payments.rules';
import { assertPhone } from '../auth/assert-phone';
import { me } from '../auth/members';
import type { Tx } from '../db/database';
import { markConfirming } from '../fulfilment/settle';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { lockOwn } from '../orders/own';
import { assertOffered } from '../payments/methods';
import { markUsed } from '../pictures/own-pictures';
import { assertPayable } from './attempts';

const noVoucher = () =>
  new DomainError('voucherNotYours', {}, { problems: { voucher: { rule: 'voucher' } } });

/** SHA-256 of a picture that the member has uploaded; refused if it is not theirs. */
async function hashOf({ db, member, files }: RequestContext, voucher: string): Promise<string> {
  const own = await db.run
    .selectFrom('picture')
    .select('id')
    .where('id', '=', voucher.toLowerCase())
    .where('owner', '=', member)
    .executeTakeFirst();
  if (!own) throw noVoucher();
  await markUsed(db.run, [own.id]);
  const file = await files.get(own.id);
  if (!file) throw noVoucher();
  const hash = createHash('sha256');
  for await (const chunk of await file.read()) hash.update(chunk);
  return hash.digest('hex');
}

/** The order must wait for a remittance of exactly this amount. */
async function forOrder(tx: Tx, ctx: RequestContext, orderNo: string, amount: number): Promise<void> {
  const order = await lockOwn(tx, ctx, orderNo);
  if (order.way !== 'remittance') throw new DomainError('notThisWay');
  assertPayable(order, ctx.now);
  if (amount !== order.total)
    throw new DomainError('remitAmount', {}, { problems: { amount: { rule: 'wrong', limit: order.total } } });
  await markConfirming(tx, order);
}

export const remitHandlers: Pick<Handlers<typeof calls, typeof rules>, 'remit'> = {
  async remit(input, ctx) {
    const { member, settings, appid, now } = ctx;
    const hash = await hashOf(ctx, input.voucher);
    return ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.remit, input, async () => {
        const { country } = await me(tx, ctx);
        assertOffered(settings, country, appid, 'remittance');
        assertPhone(country, input.phone, 'phone');
        if (input.orderNo) await forOrder(tx, ctx, input.orderNo, input.amount);
        const earlier = await tx
          .selectFrom('remittance')
          .select('id')
          .where('voucher_hash', '=', hash)
          .orderBy('at')
          .limit(1)
          .executeTakeFirst();
        const id = randomUUID();
        await tx
          .insertInto('remittance')
          .values({
            id,
            member,
            order_no: input.orderNo ?? null,
            amount: input.amount,
            phone: input.phone,
            voucher: input.voucher.toLowerCase(),
            voucher_hash: hash,
            // Not refused, because one transfer may pay two orders. The auditor sees a note.
            same_as: earlier?.id ?? null,
            state: 'auditing',
            reason: null,
            at: new Date(now),
            decided_at: null,
          })
          .execute();
        return { id, state: OrderState.confirming };
      }),
    );
  },
};
