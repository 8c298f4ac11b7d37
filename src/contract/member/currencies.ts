import type { UserInfo } from './auth';

/** The currencies in which a member may see what an amount in yuan comes to. Yuan alone is a choice too. */
export const ownCurrencies = [
  'CNY',
  'USD',
  'EUR',
  'HKD',
  'TWD',
  'VND',
  'JPY',
  'SGD',
  'MYR',
  'THB',
  'KRW',
] as const;
export type OwnCurrency = (typeof ownCurrencies)[number];

/** The currency of a member: the chosen one, or that of their country version. */
export const ownCurrency = ({ currency, country }: Pick<UserInfo, 'currency' | 'country'>): OwnCurrency =>
  currency ?? (country === 'intl' ? 'USD' : 'CNY');
