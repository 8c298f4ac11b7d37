import type { Insertable } from 'kysely';
import type * as v from 'valibot';
import type { newCoupon } from '../../contract/desk/areas/selling';
import type { Texts } from '../../contract/wire/locale';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { randomCode } from '../kernel/numbers';
import { textColumns, textsOf } from '../kernel/texts';
import type { CouponTable } from './tables';

/** Creates a coupon, valid until it is used up or expires; returns its code. */
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
  const made = await insertCoupon(tx, {
    code,
    ...textColumns({ name }),
    kind: amount === undefined ? 'percent' : 'amount',
    value: amount ?? percent ?? 0,
    minimum,
    left_over: uses,
    valid_until,
    product_ids: products?.length ? JSON.stringify(products) : null,
  });
  if (!made) throw new DomainError('couponExists');
  return code;
}

/**
 * Inserts a coupon and the number of its uses, which is there already where a trigger makes it for gateways of the previous version; false
 * if its code exists.
 */
export async function insertCoupon(tx: Tx, row: Insertable<CouponTable>): Promise<boolean> {
  const made = await tx
    .insertInto('coupon')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!made.numInsertedOrUpdatedRows) return false;
  const { code, left_over } = row;
  await tx
    .insertInto('coupon_left')
    .values({ code, left_over })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

const setLeft = (tx: Tx, code: string, left_over: number) =>
  tx.updateTable('coupon_left').set({ left_over }).where('code', '=', code).execute();

/** Ends a coupon: nobody can use it any more; existing orders keep it. */
export async function endCoupon(tx: Tx, code: string, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon')
    .set({ valid_until: new Date(now) })
    .where('code', '=', code.toUpperCase())
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('couponMissing');
  await setLeft(tx, code.toUpperCase(), 0);
}

/** Changes a coupon's texts and validity; its discount cannot change, because members have seen it. */
export async function changeCoupon(
  tx: Tx,
  code: string,
  {
    name,
    minimum,
    left,
    validUntil,
  }: {
    name?: Texts | undefined;
    minimum?: number | undefined;
    left?: number | undefined;
    validUntil?: string | undefined;
  },
  now: number,
): Promise<{ code: string }> {
  const row = await tx
    .selectFrom('coupon')
    .selectAll()
    .where('code', '=', code.toUpperCase())
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new DomainError('couponMissing');
  const until = validUntil === undefined ? row.valid_until : new Date(validUntil);
  if (validUntil !== undefined && until.getTime() <= now) throw new DomainError('couponOver');
  await tx
    .updateTable('coupon')
    .set({
      ...(name && textColumns({ name: { ...textsOf(row, 'name'), ...name } })),
      minimum: minimum ?? row.minimum,
      valid_until: until,
    })
    .where('code', '=', row.code)
    .execute();
  if (left !== undefined) await setLeft(tx, row.code, left);
  return { code: row.code };
}
