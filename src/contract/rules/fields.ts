import * as v from 'valibot';
import type { ProblemRule } from '../wire/problem';

/**
 * The rules of spec §5, shared by the forms and the server. A rule's message is the name of the problem. A form screen imports only the
 * rules that it uses; the bundler drops the rest.
 */
// Annotated as in valibot, so that the bundler can drop the rules that a screen does not use.
/* @__NO_SIDE_EFFECTS__ */
const named = (rule: ProblemRule) => rule;
const text = v.string(named('required'));

/** An object of fields. A missing field is `required`. */
/* @__NO_SIDE_EFFECTS__ */
export const fields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, named('required'));

/**
 * Control characters, including line breaks, and characters that change the text direction or are invisible: in a line of text they can
 * disguise its content. U+200D may only join an emoji.
 */
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control =
  /[\0-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb]|\u200d(?![\u2600-\u27bf\ud83c-\ud83e])/;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: they are what is looked for
/** The same except line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlInLines = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** A required line of text, up to `max` characters. */
/* @__NO_SIDE_EFFECTS__ */
export const required = (max = 200) =>
  v.pipe(
    text,
    v.trim(),
    v.nonEmpty(named('required')),
    v.maxLength(max, named('maxLength')),
    v.check((value) => !control.test(value), named('wrong')),
  );

/** Optional text of several lines, up to `max` characters. */
/* @__NO_SIDE_EFFECTS__ */
export const lines = (max: number) =>
  v.pipe(
    text,
    v.trim(),
    v.maxLength(max, named('maxLength')),
    v.check((value) => !controlInLines.test(value), named('wrong')),
  );

/* @__NO_SIDE_EFFECTS__ */
const matching = (pattern: RegExp, rule: ProblemRule) =>
  v.pipe(text, v.trim(), v.nonEmpty(named('required')), v.regex(pattern, named(rule)));

const phoneNumber = /^(1[3-9]\d{9}|\+[1-9]\d{1,14})$/;
/**
 * A dot-atom and a host name in ASCII (RFC 5321 §4.1.2: 64 and 254 octets). Comments, quotes and lists mean different addresses to a
 * mailer and to a reader, and letters of other alphabets look like ASCII.
 */
const mailbox =
  /^(?=.{3,254}$)(?!\.|.*\.[.@])[\w!#$%&'*+/=?^`{|}~.-]{1,64}@([A-Za-z\d]+(-+[A-Za-z\d]+)*\.)+[A-Za-z][A-Za-z\d-]*[A-Za-z\d]$/;

/** Mainland mobile number: 11 digits, 1, then 3 to 9 (spec §5). */
export const mobile = matching(/^1[3-9]\d{9}$/, 'mobile');
/** A mainland mobile number, or an international number with its country code. */
export const phone = matching(phoneNumber, 'phone');
/**
 * The rules of a form for a member of a country version: in the Chinese one `field` is a mobile number of the mainland; in others any
 * phone number. The gateway enforces the same (`auth/assert-phone.ts`).
 */
/* @__NO_SIDE_EFFECTS__ */
export const phoneOf = <Rules extends v.GenericSchema>(
  country: 'cn' | 'intl' | undefined,
  rules: Rules,
  field: string,
): Rules =>
  country === 'cn' && 'entries' in rules
    ? (fields({ ...(rules.entries as v.ObjectEntries), [field]: mobile }) as unknown as Rules)
    : rules;
export const email = matching(mailbox, 'email');
/* @__NO_SIDE_EFFECTS__ */
const phoneOr = (address: RegExp) =>
  v.pipe(
    text,
    v.trim(),
    v.nonEmpty(named('required')),
    v.check((value) => phoneNumber.test(value) || address.test(value), named('contact')),
  );
/** A phone number or an e-mail address (spec §5: "phone or email must be valid"). */
export const contact = phoneOr(mailbox);
/**
 * The contact of an account, including one that is older than that rule, so that its owner can sign in. No message is sent to it as
 * typed.
 */
export const knownContact = phoneOr(/^[^\s@]{1,64}@[^\s@]{1,189}$/);

/** 2 to 50 characters, Chinese or lowercase letters, as the specification has it (spec §5). */
export const name = matching(/^[\u4e00-\u9fa5a-z]{2,50}$/, 'name');

/** A nickname: not Latin letters together with Greek or Cyrillic ones, which look alike. */
export const nickname = v.pipe(
  required(20),
  v.check((value) => !(/[a-z]/i.test(value) && /[\u0370-\u052f]/.test(value)), named('wrong')),
);

/** 3 to 18 letters or digits (spec §5). */
export const username = matching(/^[A-Za-z0-9]{3,18}$/, 'username');

/** An existing password: 6 to 18 characters, none of them Chinese (spec §5). Never trimmed. */
export const password = v.pipe(
  text,
  v.nonEmpty(named('required')),
  v.regex(/^[^\u3400-\u9fff\uf900-\ufaff]{6,18}$/, named('password')),
);

const common =
  /^(password|passw0rd|qwerty|qwertyuiop|iloveyou|admin123|abc123|a123456|woaini|woaini1314|5201314|1q2w3e4r?)$/i;

/** Weak passwords such as 123456 (spec §5): one repeated character, a run up or down, a repeated block, the best-known words. */
export function isRisky(password: string): boolean {
  const codes = [...password].map((one) => one.charCodeAt(0));
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  const even = codes.every((code, at) => at === 0 || codes[at - 1] === code - step);
  return (even && Math.abs(step) < 2) || /^(.{1,6})\1+$/.test(password) || common.test(password);
}

/** A new password. */
export const newPassword = v.pipe(
  password,
  v.check((value) => !isRisky(value), named('risky')),
);

/** A new password among other fields: `confirm` must repeat it (spec §5). Reported even while other fields are wrong. */
/* @__NO_SIDE_EFFECTS__ */
export const confirmed = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    fields({ ...entries, password: newPassword, confirm: v.pipe(text, v.nonEmpty(named('required'))) }),
    v.rawCheck(({ dataset, addIssue }) => {
      const input = dataset.value as { password?: unknown; confirm?: unknown } | null;
      if (!input?.confirm || input.password === input.confirm) return;
      const path = { type: 'object', origin: 'value', input, key: 'confirm', value: input.confirm } as const;
      addIssue({ message: named('mismatch'), path: [path] });
    }),
  );

/** A verification code from a text message or a mail. */
export const verificationCode = matching(/^\d{6}$/, 'code');
/** The text of the captcha. */
export const randomCode = matching(/^[A-Za-z0-9]{4}$/, 'picture');
export const agreed = v.pipe(v.boolean(named('agreement')), v.value(true, named('agreement')));
/** A promotion code that another member shared. */
export const inviteCode = matching(/^[A-Za-z0-9]{4,16}$/, 'wrong');

const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const realDate = (year: number, month: number, day: number) =>
  day >= 1 &&
  day <=
    (month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : (days[month - 1] ?? 0));

/** 15 or 18 digits with a real date; the last may be X (spec §5). */
export function isResidentId(id: string): boolean {
  const long = /^[1-9]\d{5}(\d{4})(\d\d)(\d\d)\d{3}[\dXx]$/.exec(id);
  const short = /^[1-9]\d{5}(\d\d)(\d\d)(\d\d)\d{3}$/.exec(id);
  const [year, month, day] = (long ?? short ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return realDate(long ? year : 1900 + year, month, day);
}

/** GB 11643-1999. A wrong checksum is a warning, not a refusal: spec §5 asks for the date only. */
export function hasResidentIdChecksum(id: string): boolean {
  if (id.length !== 18) return true;
  const sum = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2].reduce(
    (all, w, at) => all + w * +id.charAt(at),
    0,
  );
  return '10X98765432'[sum % 11] === id.slice(17).toUpperCase();
}

export const residentId = v.pipe(
  text,
  v.trim(),
  v.nonEmpty(named('required')),
  v.check(isResidentId, named('residentId')),
  v.toUpperCase(),
);

const integer = v.pipe(v.number(named('required')), v.safeInteger(named('wrong')));

/** Fen, above zero. */
export const money = v.pipe(integer, v.minValue(1, named('notZero')));

/** Cash-out of the balance: not 0, not below 100 yuan, not above the balance (spec §5). All in fen. */
/* @__NO_SIDE_EFFECTS__ */
export const withdrawal = (available: number) =>
  v.pipe(
    integer,
    v.check((fen) => fen !== 0, named('notZero')),
    v.minValue(100_00, named('minMoney')),
    v.maxValue(available, named('maxMoney')),
  );

/** Cash-out of the store balance: at least 50 yuan, not above the balance (spec §5). All in fen. */
/* @__NO_SIDE_EFFECTS__ */
export const storeWithdrawal = (available: number) =>
  v.pipe(integer, v.minValue(50_00, named('minMoney')), v.maxValue(available, named('maxMoney')));

/** A remark or a description: up to 300 characters, may be empty (spec §5). */
export const remark = lines(300);

/** A work order's question (spec §5: "cannot be empty"). */
export const question = v.pipe(lines(300), v.nonEmpty(named('question')));

/** Pieces, never below 0 (spec §5). */
export const quantity = v.pipe(integer, v.minValue(0, named('min')));

/** Pieces to redeem, not above the stock (spec §5). */
/* @__NO_SIDE_EFFECTS__ */
export const redeemable = (stock: number) =>
  v.pipe(integer, v.minValue(1, named('min')), v.maxValue(stock, named('max')));

/** The id of an uploaded picture; a missing one is a problem of this field. */
/* @__NO_SIDE_EFFECTS__ */
export const picture = (rule: 'attachment' | 'voucher' | 'avatar') =>
  v.pipe(v.string(named(rule)), v.uuid(named(rule)));

/** 12 to 19 digits; spaces and hyphens are ignored. */
export const cardNumber = v.pipe(
  text,
  v.transform((typed) => typed.replace(/[\s-]/g, '')),
  v.nonEmpty(named('required')),
  v.regex(/^\d{12,19}$/, named('card')),
);

/** A hint for the form. UnionPay issues numbers without a check digit, so it never refuses one that starts with 62. */
export function hasLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, digit, at) => {
    const value = at % 2 ? +digit * 2 : +digit;
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** UUID v4, generated when the form opens and kept until a final answer: one key, one effect. */
export const requestKey = v.pipe(v.string(named('required')), v.uuid(named('wrong')));
/** The cursor of the previous page (`Page.next`). */
export const from = v.optional(v.pipe(v.string(named('wrong')), v.maxLength(200, named('wrong'))));
/** An id or a serial number of ours. */
export const id = v.pipe(text, v.nonEmpty(named('required')), v.maxLength(64, named('wrong')));
/** A call without input. */
export const nothing = v.object({});
