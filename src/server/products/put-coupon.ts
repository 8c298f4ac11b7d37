import * as v from 'valibot';
import type { Executor, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { randomCode } from '../kernel/numbers';
import { textColumns, textsRule } from '../kernel/texts';

const whole = (least: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least));

/** A coupon as an operator makes it: so many fen or percent off. */
export const newCoupon = v.strictObject({
  code: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z0-9]{3,20}$/))),
  name: textsRule(40),
  amount: v.optional(whole(1)),
  percent: v.optional(v.pipe(whole(1), v.maxValue(99))),
  minimum: v.optional(whole(0), 0),
  products: v.optional(v.array(v.pipe(v.string(), v.maxLength(64)))),
  uses: whole(1),
  validUntil: v.pipe(v.string(), v.isoTimestamp()),
});

/** Makes a coupon, good until it is used up or over; gives its code. */
export async function addCoupon(
  tx: Tx,
  coupon: v.InferOutput<typeof newCoupon>,
  now: number,
): Promise<string> {
  const { amount, percent, name, minimum, products, uses } = coupon;
  if ((amount === undefined) === (percent === undefined)) throw new DomainError('couponAmountOrPercent');
  const valid_until = new Date(coupon.validUntil);
  if (valid_until.getTime() <= now) throw new DomainError('couponOver');
  if (products?.length) {
    const existing = await tx.selectFrom('product').select('id').where('id', 'in', products).execute();
    if (existing.length < new Set(products).size) throw new DomainError('productMissing');
  }
  const code = coupon.code ?? randomCode(8);
  const made = await tx
    .insertInto('coupon')
    .values({
      code,
      ...textColumns({ name }),
      kind: amount === undefined ? 'percent' : 'amount',
      value: amount ?? percent ?? 0,
      minimum,
      left_over: uses,
      valid_until,
      product_ids: products?.length ? JSON.stringify(products) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!made.numInsertedOrUpdatedRows) throw new DomainError('couponExists');
  return code;
}

/** Ends a coupon: nobody uses it any more; orders that did keep it. */
export async function endCoupon(tx: Tx, code: string, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon')
    .set({ left_over: 0, valid_until: new Date(now) })
    .where('code', '=', code.toUpperCase())
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('couponMissing');
}

/** Coupons for everybody, those that are still good first. */
export const listCoupons = async (run: Executor) => {
  const rows = await run
    .selectFrom('coupon as c')
    .selectAll('c')
    .select((is) =>
      is
        .selectFrom('coupon_use as u')
        .whereRef('u.code', '=', 'c.code')
        .select((one) => one.fn.countAll<number>().as('n'))
        .as('used'),
    )
    .where('c.member', 'is', null)
    .orderBy('c.valid_until', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    code: row.code,
    name: row.name_en,
    ...(row.kind === 'amount' ? { amount: row.value } : { percent: row.value }),
    minimum: row.minimum,
    ...(row.product_ids !== null && { products: JSON.parse(row.product_ids) as string[] }),
    used: Number(row.used ?? 0),
    left: row.left_over,
    validUntil: row.valid_until,
  }));
};
