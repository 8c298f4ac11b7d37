import * as v from 'valibot';
import { batchOf, ids } from '../rules/batch';
import { fields, from, id, nothing, quantity, remark, requestKey, required } from '../rules/fields';

/** Maximum number of pieces, and maximum price per piece in fen. */
const mostStock = 1_000_000;
const mostPrice = 1_000_000_00;

export const goodsState = v.picklist(['on', 'off'], 'wrong');
const integer = v.pipe(v.number('required'), v.safeInteger('wrong'));

/** Fen per piece. */
export const goodsPrice = v.pipe(integer, v.minValue(1, 'notZero'), v.maxValue(mostPrice, 'maxMoney'));
export const goodsStock = v.pipe(quantity, v.maxValue(mostStock, 'max'));
export const goodsName = required(60);
export const description = v.pipe(v.string('required'), v.trim(), v.maxLength(2000, 'maxLength'));
/** Up to nine uploaded pictures; the first is the cover. */
export const goodsPictures = v.pipe(
  v.array(v.pipe(v.string('wrong'), v.uuid('wrong')), 'required'),
  v.maxLength(9, 'max'),
);

export const shopName = v.pipe(required(30), v.minLength(2, 'required'));
/** The shop provider's number of the shop, and the code that it gives the shop's owner. */
export const shopNumber = v.pipe(required(32), v.toUpperCase());
export const shopCode = required(32);

const keyword = v.optional(v.pipe(v.string('wrong'), v.trim(), v.maxLength(60, 'maxLength')));
/** `''`: goods without a category. */
const categoryId = v.optional(v.pipe(v.string('wrong'), v.maxLength(64, 'wrong')));
/** Changes several goods. */
const batch = batchOf({ state: v.optional(goodsState), categoryId, keyword });

export const getShop = nothing;
export const setupShop = fields({
  name: shopName,
  logo: v.optional(v.pipe(v.string('wrong'), v.uuid('wrong'))),
  introduction: remark,
  version: v.optional(integer),
  requestKey,
});
export const bindShop = fields({ number: shopNumber, code: shopCode, requestKey });

export const shopGoodsList = v.object({ state: v.optional(goodsState), categoryId, keyword, from });
export const shopGoodsDetail = fields({ id });
export const shopGoodsGraph = fields({ id, days: v.picklist([7, 30, 90], 'wrong') });
export const goodsList = v.object({ categoryId, keyword, from });
export const takeGoods = fields({ ids, requestKey });
export const upperBatch = batch({ state: goodsState });
export const deleteBatch = batch({});
export const categoryBatch = batch({ categoryId: v.pipe(v.string('required'), v.maxLength(64, 'wrong')) });
export const editGoods = fields({
  id,
  version: integer,
  name: goodsName,
  description,
  price: goodsPrice,
  stock: goodsStock,
  stockBefore: goodsStock,
  categoryId: v.pipe(v.string('required'), v.maxLength(64, 'wrong')),
  pictures: goodsPictures,
  requestKey,
});
export const quoteGoods = fields({ id, price: goodsPrice });
export const listSales = v.object({ goodsId: v.optional(id), from });
