import type * as v from 'valibot';
import type { newCoupon } from '../../contract/desk/areas/selling';
import type { Texts } from '../../contract/wire/locale';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { randomCode } from '../kernel/numbers';
import { textColumns, textsOf } from '../kernel/texts';

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

/** Ends a coupon: nobody can use it any more; existing orders keep it. */
export async function endCoupon(tx: Tx, code: string, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon')
    .set({ left_over: 0, valid_until: new Date(now) })
    .where('code', '=', code.toUpperCase())
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('couponMissing');
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
      left_over: left ?? row.left_over,
      valid_until: until,
    })
    .where('code', '=', row.code)
    .execute();
  return { code: row.code };
}
