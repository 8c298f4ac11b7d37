import * as v from 'valibot';
import { accountNumber, country, fitsCountry, swift } from '../rules/bank-account';
import { cardNumber, contact, fields, from, hasLuhn, id, lines, requestKey, required } from '../rules/fields';
import { tronAddress } from '../rules/tron';
import { proof } from './pay-password.rules';

/** Refuses a number that is invalid for an account in its country. The country is validated separately. */
/* @__NO_SIDE_EFFECTS__ */
const inCountry = <Of extends { accountNumber?: string | undefined; country: string }>() =>
  v.rawCheck<Of>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { accountNumber: value, country } = dataset.value;
    if (value === undefined || fitsCountry(value, country)) return;
    const path = {
      type: 'object',
      origin: 'value',
      input: { ...dataset.value },
      key: 'accountNumber',
      value,
    } as const;
    addIssue({ message: 'iban', path: [path] });
  });

/** The kinds of payout account. */
export const kind = v.picklist(['bank', 'abroad', 'alipay', 'usdt'], 'wrong');

/**
 * The holder, as the bank or Alipay knows them: 2 to 60 letters of any script, with spaces and `. · ' -` between. Looser than the name
 * rule of spec §5 (Chinese or lowercase letters), because names on bank cards would not pass that.
 */
export const holder = v.pipe(required(60), v.regex(/^\p{L}[\p{L}\p{M} .·'’-]+$/u, 'holder'));

/** Numbers of schemes that always use a check digit: Visa, Mastercard, American Express, JCB. */
const checked = /^(4\d{15}|5[1-5]\d{14}|3[47]\d{13}|35\d{14})$/;

/** A card whose check digit must be correct. UnionPay numbers, and accounts without a card, have no check digit (spec §5). */
export const payoutCard = v.pipe(
  cardNumber,
  v.check((digits) => !checked.test(digits) || hasLuhn(digits), 'card'),
);

/** An Alipay login: a phone number or an e-mail address, case-insensitive. */
const alipayLogin = v.pipe(contact, v.toLowerCase());

const branch = required(60);
const isBank = v.literal('bank');
const isAbroad = v.literal('abroad');
const isAlipay = v.literal('alipay');
const isUsdt = v.literal('usdt');

// Separate constants without a spread, so that the bundler gives each form only its own. `openingBank` is a code of `txBank/list`.
export const addBank = fields({
  kind: isBank,
  holder,
  cardNumber: payoutCard,
  openingBank: id,
  openingBranch: branch,
  requestKey,
});
/** An account at a bank outside mainland China. `country` is a code of `txBank/countries`. */
export const addAbroad = fields({
  kind: isAbroad,
  holder,
  country,
  bankName: required(70),
  swift,
  accountNumber,
  openingBranch: v.optional(lines(60)),
  requestKey,
});
export const newAbroad = v.pipe(addAbroad, inCountry());
export const addAlipay = fields({ kind: isAlipay, holder, login: alipayLogin, requestKey });
export const addUsdt = fields({ kind: isUsdt, address: tronAddress, requestKey });
export const editBank = fields({
  id,
  kind: isBank,
  holder,
  cardNumber: v.optional(payoutCard),
  openingBank: id,
  openingBranch: branch,
  requestKey,
});
export const editAbroad = fields({
  id,
  kind: isAbroad,
  holder,
  country,
  bankName: required(70),
  swift,
  accountNumber: v.optional(accountNumber),
  openingBranch: v.optional(lines(60)),
  requestKey,
});
export const changedAbroad = v.pipe(editAbroad, inCountry());
export const editAlipay = fields({ id, kind: isAlipay, holder, login: v.optional(alipayLogin), requestKey });
export const editUsdt = fields({ id, kind: isUsdt, address: v.optional(tronAddress), requestKey });

export const userAccountList = fields({ kind: v.optional(kind), from });
export const userAccountAdd = v.intersect([
  v.variant('kind', [addBank, newAbroad, addAlipay, addUsdt], 'required'),
  fields({ proof }),
]);
/** An omitted number stays unchanged, because the phone only knows its end. */
export const userAccountEdit = v.intersect([
  v.variant('kind', [editBank, changedAbroad, editAlipay, editUsdt], 'required'),
  fields({ proof }),
]);
export const userAccountDeleteBatch = fields({
  ids: v.pipe(v.array(id, 'required'), v.nonEmpty('required'), v.maxLength(100, 'max')),
  requestKey: v.optional(requestKey),
});
export const bankList = v.object({});
export const bankCountries = v.object({});
