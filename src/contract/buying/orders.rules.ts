import * as v from 'valibot';
import { proof } from '../money/pay-password.rules';
import { fields, from, id, name, phone, picture, requestKey, required, residentId } from '../rules/fields';
import { OrderState } from './orders';
import { type Channel, type MoneyMethod, methodsWhere } from './payment-methods';
import { couponCode, items } from './products.rules';

const integer = v.pipe(v.number('required'), v.safeInteger('wrong'), v.minValue(0, 'min'));

/** Spec §3, address, in the form that an order stores. */
const address = fields({
  username: required(50),
  userphone: phone,
  idCard: v.optional(residentId),
  address: required(200),
});

const buying = {
  items,
  /** `total` of the quote that was shown to the member. */
  shownTotal: integer,
  address: v.optional(address),
  /** One of the member's addresses, instead of `address`. */
  addressId: v.optional(id),
  requestKey,
};

export const channel = v.picklist(
  methodsWhere(({ kind }) => kind === 'online' || kind === 'remittance') as Channel[],
  'wrong',
);

export const addByMoney = fields({ ...buying, couponCode, proof });
export const addUserOrder = fields({ ...buying, couponCode, channel });
export const addUserUsdt = fields({ ...buying, couponCode });
export const addByIntegral = fields(buying);
export const addByCloudBeans = fields(buying);
export const submitState = fields({ requestKey });

const orderNo = id;
const state = v.picklist(/* @__PURE__ */ Object.values(OrderState), 'wrong');

const keyword = v.optional(v.pipe(v.string('wrong'), v.trim(), v.maxLength(50, 'maxLength')));
export const listOrders = fields({ state: v.optional(state), keyword, from });
export const waitingOrders = fields({});
export const getOrder = fields({ orderNo });
export const orderDetail = fields({ orderNo });
export const cancelOrder = fields({ orderNo, requestKey });
/** Spec §5: the member's own text has up to 300 characters. */
export const askRefund = fields({ orderNo, reason: required(300), requestKey });
/** `way`: a method that pays with money. */
export const changeMethod = fields({
  orderNo,
  way: v.picklist(methodsWhere(({ currency }) => currency === 'money') as MoneyMethod[], 'wrong'),
  proof,
  requestKey,
});
/** `orderNo`: only those of this order. */
export const packages = fields({ from, orderNo: v.optional(id) });
export const getContract = fields({ orderNo });

const passport = v.pipe(required(20), v.toUpperCase(), v.regex(/^[A-Z0-9]{6,20}$/, 'wrong'));
const signing = { orderNo, signature: picture('attachment'), requestKey };

/** A Chinese name requires a resident ID, any other name a passport. */
export const signContract = v.variant(
  'idType',
  [
    fields({ ...signing, idType: v.literal('residentId'), name, idNumber: residentId }),
    fields({ ...signing, idType: v.literal('passport'), name: required(50), idNumber: passport }),
  ],
  'required',
);

/** Where the number is typed elsewhere: on our own page, which a partner's does not hear (`Platform.numbersElsewhere`). */
export const signElsewhere = v.variant(
  'idType',
  [
    fields({ ...signing, idType: v.literal('residentId'), name }),
    fields({ ...signing, idType: v.literal('passport'), name: required(50) }),
  ],
  'required',
);

export const getDict = fields({
  dictCode: v.picklist(['orderState', 'payWay', 'category', 'idType', 'accountType'], 'wrong'),
});
