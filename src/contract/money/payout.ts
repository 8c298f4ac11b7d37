import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './payout.rules';

/** A card of a Chinese bank, an account at a foreign bank, an Alipay account, or a TRON address that accepts USDT. */
export type PayoutKind = 'bank' | 'abroad' | 'alipay' | 'usdt';

/** Spec §3, bank card, and the equivalents of other kinds. Fields that a kind does not have are absent. */
export interface PayoutAccount {
  id: string;
  kind: PayoutKind;
  /** The name of its kind (`getDict`, `accountType`) in the language of the request. */
  type: string;
  /** The holder; empty for a TRON address, which has no name. */
  holder: string;
  /** Masked: `•••• 0123`, `138****8000`, `a***@example.com`, `TR7NHq…jLj6t`. Only the operator sees the full number. */
  number: string;
  /** The code of the opening bank, for a bank card. */
  openingBank?: string;
  /** Its name in the language of the request; for a foreign bank as the member wrote it. */
  bankName?: string;
  /** The branch; for a foreign bank also a routing code. */
  openingBranch?: string;
  /**
   * For a foreign bank: its SWIFT code (BIC), its country (ISO 3166-1 alpha-2), and the name of the country in the language of the
   * request.
   */
  swift?: string;
  country?: string;
  countryName?: string;
  /** ISO 8601. */
  addTime: string;
  /** ISO 8601: when money can first be paid to it, if that is in the future. */
  availableAt?: string;
}

/**
 * The member's payout accounts, newest first. `kinds`: the kinds that a member of this country version may add, in display order;
 * accounts of other kinds stay in the list.
 */
export const userAccountList = call<
  typeof rules.userAccountList,
  Page<PayoutAccount> & { kinds: PayoutKind[] }
>('txUser/userAccountList', {
  oldest: '1 s',
  embed: { scopes: ['wallet:read'], fields: { bankName: 'public', countryName: 'public', holder: 'public' } },
});
/**
 * Adds an account. Refused (500) for a kind that is not offered, for a number that the member already has and above 20 accounts; (5001)
 * with `problems.openingBank` for a bank that is not in `txBank/list`, `problems.country` for a country that is not in
 * `txBank/countries`, `problems.accountNumber` for an invalid IBAN in a country with IBANs.
 */
export const userAccountAdd = call<typeof rules.userAccountAdd, PayoutAccount>('txUser/userAccountAdd', {
  once: true,
  stale: () => [userAccountList],
  embed: {
    scopes: ['payout:prepare'],
    confirm: true,
    fields: { bankName: 'public', countryName: 'public', holder: 'public' },
  },
});
/**
 * Changes an account; an omitted number stays. Withdrawals keep their copy of the account. Refused (500) if it does not exist, belongs to
 * another member, was removed or is of another kind.
 */
export const userAccountEdit = call<typeof rules.userAccountEdit, PayoutAccount>('txUser/userAccountEdit', {
  once: 'latest',
  stale: () => [userAccountList],
  embed: {
    scopes: ['payout:prepare'],
    confirm: true,
    fields: { bankName: 'public', countryName: 'public', holder: 'public' },
  },
});
/** Removes all of them, or refuses (500) and removes none if one does not belong to the member. Open withdrawals continue. */
export const userAccountDeleteBatch = call<typeof rules.userAccountDeleteBatch, object>(
  'txUser/userAccountDeleteBatch',
  { once: true, stale: () => [userAccountList], embed: { scopes: ['payout:prepare'], confirm: true } },
);

export interface Bank {
  code: string;
  name: string;
}

/** Banks to whose cards money can be paid, with names in the language of the request; mainland banks first. */
export const bankList = call<typeof rules.bankList, { items: Bank[] }>('txBank/list', {
  oldest: '30 s',
  embed: { scopes: ['wallet:read'], fields: { name: 'public' } },
});

/** A country or region; `code` is ISO 3166-1 alpha-2. */
export interface BankCountry {
  code: string;
  name: string;
}

/** Countries of foreign accounts, named and sorted in the language of the request. */
export const bankCountries = added<typeof rules.bankCountries, { items: BankCountry[] }>('txBank/countries', {
  oldest: '30 s',
  embed: { scopes: ['wallet:read'], fields: { name: 'public' } },
});
