import * as v from 'valibot';
import { fields, from, id, remark, requestKey, required } from '../rules/fields';
import { proof } from './pay-password.rules';

export const findRecipient = fields({ account: required(64) });

const amount = v.pipe(v.number('required'), v.safeInteger('wrong'), v.minValue(1, 'notZero'));
const transfer = {
  to: id,
  remark: v.optional(remark),
  requestKey,
};

export const transferUserScore = fields({ ...transfer, from: v.optional(id), amount, proof });
/** The same with a maximum: the member's own promotion value. */
export const transferring = (held: number) =>
  fields({ ...transfer, amount: v.pipe(amount, v.maxValue(held, 'max')) });

export const listScoreLog = fields({ direction: v.optional(v.picklist(['in', 'out'], 'wrong')), from });
