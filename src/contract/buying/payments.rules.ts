import * as v from 'valibot';
import { fields, from, id, money, phone, picture, requestKey } from '../rules/fields';
import { methodsWhere, type TopUpMethod } from './payment-methods';
import { currency } from './products.rules';

const orderNo = id;

export const offeredMethods = fields({
  total: v.optional(money),
  currency,
  /** The methods that can still pay this order, and whether they cover the remaining amount; signed in only. */
  orderNo: v.optional(id),
});
export const startPay = fields({
  orderNo,
  part: v.optional(v.pipe(v.number('wrong'), v.integer('wrong'), v.minValue(1, 'wrong'))),
  inWechat: v.optional(v.boolean('wrong')),
});
export const queryPay = fields({ orderNo });
export const findLittleUse = fields({ orderNo });
export const listRecharges = fields({ from });
export const topUp = fields({
  amount: money,
  phone,
  way: v.picklist(
    methodsWhere(({ kind }) => kind === 'online' || kind === 'chain') as TopUpMethod[],
    'wrong',
  ),
  requestKey,
});
export const remit = fields({
  orderNo: v.optional(id),
  amount: money,
  phone,
  voucher: picture('voucher'),
  requestKey,
});
