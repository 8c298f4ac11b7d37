import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './payout.rules';

/** A card of a Chinese bank, an account at a bank elsewhere, an Alipay account, a TRON address that takes USDT. */
export type PayoutKind = 'bank' | 'abroad' | 'alipay' | 'usdt';

/** Spec §3, bank card, and its like for the other kinds. What a kind does not have is absent. */
export interface PayoutAccount {
  id: string;
  kind: PayoutKind;
  /** The account type: the word for its kind (`getDict`, `accountType`) in the language of the request. */
  type: string;
  /** Whose it is; empty for a TRON address, which tells nobody's name. */
  holder: string;
  /** Masked: `•••• 0123`, `138****8000`, `a***@example.com`, `TR7NHq…jLj6t`. Nobody but the operator sees it whole. */
  number: string;
  /** The opening bank's code, for a bank card. */
  openingBank?: string;
  /** Its name in the language of the request; of a bank abroad as the member wrote it. */
  bankName?: string;
  /** The branch; abroad also a code for routing, as banks there ask for it. */
  openingBranch?: string;
  /** The SWIFT code (BIC) of a bank abroad, its country (ISO 3166-1 alpha-2), and that one's name in the language of the request. */
  swift?: string;
  country?: string;
  countryName?: string;
  /** ISO 8601. */
  addTime: string;
  /** ISO 8601: when money can first go there, while that is still to come. */
  availableAt?: string;
}

/**
 * The member's payout accounts, the newest first. `kinds`: those that a member of this country version may add, in the
 * order to offer them in; others stay in the list if they were added before.
 */
export const userAccountList = call<
  typeof rules.userAccountList,
  Page<PayoutAccount> & { kinds: PayoutKind[] }
>('txUser/userAccountList', {
  embed: { scopes: ['wallet:read'], fields: { bankName: 'public', countryName: 'public', holder: 'public' } },
});
/**
 * Adds an account. Refused (500) for a kind that is not offered, for a number that the member has already and above 20
 * accounts; (5001) with `problems.openingBank` for a bank that is not in `txBank/list`, `problems.country` for a country that is
 * not in `txBank/countries`, `problems.accountNumber` for a number that is no IBAN where there are IBANs.
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
 * Changes an account; a number that is left out stays. Withdrawals keep what they were applied for with. Refused (500) when
 * it is nobody's, another member's, removed or of another kind.
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
/** Removes all of them, or refuses (500) and removes none when one is not the member's. Open withdrawals go on. */
export const userAccountDeleteBatch = call<typeof rules.userAccountDeleteBatch, object>(
  'txUser/userAccountDeleteBatch',
  { once: true, stale: () => [userAccountList], embed: { scopes: ['payout:prepare'], confirm: true } },
);

export interface Bank {
  code: string;
  name: string;
}

/** Banks whose cards money can be paid out to, named in the language of the request; those of the mainland of China come first. */
export const bankList = call<typeof rules.bankList, { items: Bank[] }>('txBank/list', {
  embed: { scopes: ['wallet:read'], fields: { name: 'public' } },
});

/** A country or region; `code` is ISO 3166-1 alpha-2. */
export interface BankCountry {
  code: string;
  name: string;
}

/** Where an account abroad can be, named and ordered in the language of the request. */
export const bankCountries = added<typeof rules.bankCountries, { items: BankCountry[] }>('txBank/countries', {
  embed: { scopes: ['wallet:read'], fields: { name: 'public' } },
});
