import * as v from 'valibot';
import { fields, from, id, remark, requestKey, storeWithdrawal, withdrawal } from '../rules/fields';
import { proof } from './pay-password.rules';
import { WithdrawalStatus } from './wallet';

/** Only the server knows the balance when it moves the money; a form builds its own rule from the balance that it received. */
const anything = Number.MAX_SAFE_INTEGER;
const balance = { source: v.literal('balance'), amount: withdrawal(anything) };
const store = { source: v.literal('store'), amount: storeWithdrawal(anything) };

const quoting = { accountId: v.optional(id) };
const applying = {
  accountId: id,
  remark: v.optional(remark),
  /** The fee that the member was shown, in fen. */
  fee: v.optional(v.pipe(v.number('wrong'), v.safeInteger('wrong'), v.minValue(0, 'wrong'))),
  requestKey,
};

export const quoteWithdrawal = v.variant(
  'source',
  [fields({ ...balance, ...quoting }), fields({ ...store, ...quoting })],
  'required',
);
export const applyWithdrawal = v.variant(
  'source',
  [fields({ ...balance, ...applying, proof }), fields({ ...store, ...applying, proof })],
  'required',
);
export const listWithdrawals = fields({
  status: v.optional(v.picklist(/* @__PURE__ */ Object.values(WithdrawalStatus), 'wrong')),
  from,
});
export const getWithdrawal = fields({ id });
export const revokeWithdrawal = fields({ id, requestKey });

/** `income`: movements that count as income, on the balance and the store balance together. */
const kind = v.picklist(
  ['balance', 'store', 'frozen', 'points', 'cloudBeans', 'promotion', 'income'],
  'required',
);

/** Selects the movements of an account; of one reason, month or number if given. */
export const movementFilter = {
  kind,
  reason: v.optional(v.pipe(v.string('wrong'), v.regex(/^[a-z-]{1,40}$/i, 'wrong'))),
  month: v.optional(v.pipe(v.string('wrong'), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'wrong'))),
  ref: v.optional(id),
};
export const listMovements = fields({ ...movementFilter, from });
export const balanceHistory = fields({});
export const revenue = fields({
  year: v.optional(
    v.pipe(v.number('wrong'), v.integer('wrong'), v.minValue(2000, 'wrong'), v.maxValue(2099, 'wrong')),
  ),
});

export const exchangeRate = fields({});
