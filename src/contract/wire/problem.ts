/** The texts are in `i18n/<locale>/common.json` under `problems`. */
export const problemRules = [
  'required',
  'wrong',
  'min',
  'max',
  'minMoney',
  'maxMoney',
  'notZero',
  'maxLength',
  'username',
  'password',
  'risky',
  'payPassword',
  'mismatch',
  'mobile',
  'phone',
  'email',
  'contact',
  'name',
  'residentId',
  'code',
  'picture',
  'agreement',
  'question',
  'attachment',
  'voucher',
  'avatar',
  'card',
  'account',
  'iban',
  'swift',
  'tron',
  'tronBurn',
  'holder',
  'taken',
] as const;
export type ProblemRule = (typeof problemRules)[number];

/** The reason why a value was refused. `limit` is in the unit of the value: characters, pieces, or fen for the money rules. */
export interface Problem {
  rule: ProblemRule;
  limit?: number;
}

export type Problems<I = Record<string, unknown>> = { [K in keyof I]?: Problem };
