import { type Selectable, sql } from 'kysely';
import { OrderState } from '../../contract/buying/orders';
import type { Coupon } from '../../contract/buying/products';
import type { Executor, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Locale, MessageName } from '../kernel/messages';
import { textOf } from '../kernel/texts';
import type { OrderName } from '../orders/own';
import { couponRows } from '../products/rows';
import type { CouponTable } from '../products/tables';

export const couponRefused = (key: MessageName, values: Record<string, string> = {}) =>
  new DomainError(key, values, { problems: { couponCode: { rule: 'wrong' } } });

const couponOf = (row: Selectable<CouponTable>, locale: Locale): Coupon => ({
  couponCode: row.code,
  name: textOf(row, 'name', locale),
  kind: row.kind,
  value: row.value,
  minimum: row.minimum,
  ...(row.product_ids !== null && { productIds: JSON.parse(row.product_ids) as string[] }),
  validUntil: row.valid_until.toISOString(),
});

/** The coupon, if this member may use it now. Refused (5001, `problems.couponCode`) otherwise. */
export async function findCoupon(run: Executor, code: string, member: string, locale: Locale, now: number) {
  const row = await couponRows(run).where('c.code', '=', code).executeTakeFirst();
  // another member's own coupon is reported as unknown, so that codes reveal nothing
  if (!row || (row.member !== null && row.member !== member)) throw couponRefused('couponMissing');
  if (row.member !== null && (await hasPaid(run, member))) throw couponRefused('couponFirstOnly');
  if (row.valid_until.getTime() <= now || row.left_over < 1) throw couponRefused('couponOver');
  const used = await run
    .selectFrom('coupon_use')
    .select('code')
    .where('code', '=', code)
    .where('member', '=', member)
    .executeTakeFirst();
  if (used) throw couponRefused('couponUsed');
  return couponOf(row, locale);
}

/** The member's own coupons that can be used now. */
export async function ownCoupons(
  run: Executor,
  member: string,
  locale: Locale,
  now: number,
): Promise<Coupon[]> {
  if (await hasPaid(run, member)) return [];
  const rows = await run
    .selectFrom('coupon as c')
    .selectAll('c')
    .where('c.member', '=', member)
    .where('c.valid_until', '>', new Date(now))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('coupon_use as u')
            .select('u.code')
            .whereRef('u.code', '=', 'c.code')
            .where('u.member', '=', member),
        ),
      ),
    )
    .orderBy('c.valid_until')
    .orderBy('c.code')
    .limit(50)
    .execute();
  if (!rows.length) return [];
  // a statement of its own: what is left lies with the coupons, and uses with the members
  const left = await run
    .selectFrom('coupon_left')
    .select('code')
    .where(
      'code',
      'in',
      rows.map(({ code }) => code),
    )
    .where('left_over', '>', 0)
    .execute();
  const usable = new Set(left.map(({ code }) => code));
  return rows.filter(({ code }) => usable.has(code)).map((row) => couponOf(row, locale));
}

/** Whether a member has paid for an order before: the welcome coupon is for the first order. */
async function hasPaid(run: Executor, member: string): Promise<boolean> {
  const paid = await run
    .selectFrom('purchase')
    .select('order_no')
    .where('member', '=', member)
    .where('state', '=', OrderState.successful)
    .limit(1)
    .executeTakeFirst();
  return !!paid;
}

/** Marks the coupon as used by the member. If two orders use it at once, one succeeds. */
export async function redeemCoupon(tx: Tx, code: string, member: string, orderNo: string, now: number) {
  const taken = await tx
    .updateTable('coupon_left')
    .set({ left_over: sql<number>`left_over - 1` })
    .where('code', '=', code)
    .where('left_over', '>', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('coupon as c')
          .select('c.code')
          .where('c.code', '=', code)
          .where((is) => is.or([is('c.member', 'is', null), is('c.member', '=', member)]))
          .where('c.valid_until', '>', new Date(now)),
      ),
    )
    .executeTakeFirst();
  if (!taken.numUpdatedRows) throw couponRefused('couponOver');
  const used = await tx
    .insertInto('coupon_use')
    .values({ code, member, order_no: orderNo })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!used.numInsertedOrUpdatedRows) throw couponRefused('couponUsed');
}

/** Makes the coupon of a failed order usable again. */
export async function giveCouponBack(tx: Tx, { member, order_no }: OrderName): Promise<void> {
  const given = await tx
    .deleteFrom('coupon_use')
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .returning('code')
    .executeTakeFirst();
  if (!given) return;
  await tx
    .updateTable('coupon_left')
    .set({ left_over: sql<number>`left_over + 1` })
    .where('code', '=', given.code)
    .execute();
}
