import { memberAccount } from '../ledger/accounts';

/** The accounts that receive income. */
export const incomeAccounts = (member: string) => [
  memberAccount(member, 'balance').id,
  memberAccount(member, 'store').id,
];
