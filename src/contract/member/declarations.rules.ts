import * as v from 'valibot';
import { fields, from, id, money, phone, quantity, remark, requestKey, required } from '../rules/fields';

export const mostAttachments = 3;

const attachment = v.pipe(
  v.array(v.pipe(v.string('attachment'), v.uuid('attachment')), 'attachment'),
  v.nonEmpty('attachment'),
  v.maxLength(mostAttachments, 'max'),
);
/** A point in time, ISO 8601 with its zone. */
const payTime = v.pipe(
  v.string('required'),
  v.nonEmpty('required'),
  v.maxLength(40, 'wrong'),
  v.check((text) => /T.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)), 'wrong'),
);

// Separate constants without a spread, so that the bundler gives each form only its own.
export const addDeclaration = fields({
  customerName: required(50),
  customerPhone: phone,
  quantity,
  orderAmount: money,
  payTime,
  remark: v.optional(remark),
  attachment,
  requestKey,
});
export const editDeclaration = fields({
  id,
  customerName: required(50),
  customerPhone: phone,
  quantity,
  orderAmount: money,
  payTime,
  remark: v.optional(remark),
  attachment,
  requestKey,
});
export const listDeclarations = fields({ status: v.optional(v.picklist([1, 2, -1], 'wrong')), from });
export const getDeclaration = fields({ id });
export const findCustomer = fields({ account: required(50) });
