import { memberAccount, systemAccount } from '../ledger/accounts';
import type { Movement } from '../ledger/post';
import type { WithdrawalRow } from './view';

type Of = Pick<WithdrawalRow, 'member' | 'source' | 'amount' | 'fee' | 'number'>;

const cny = { asset: 'CNY' } as const;

/** Applying sets the money aside, the fee included. */
export const reserved = ({ member, source, amount, number }: Of): Movement => ({
  ...cny,
  kind: 'withdraw',
  entries: [
    [memberAccount(member, source), -amount],
    [memberAccount(member, 'frozen'), amount],
  ],
  memo: source,
  ref: number,
});

/** Rejecting and revoking give it back to where it came from. */
export const givenBack = (
  { member, source, amount, number }: Of,
  why: 'withdraw-rejected' | 'withdraw-revoked',
  memo: string,
): Movement => ({
  ...cny,
  kind: why,
  entries: [
    [memberAccount(member, 'frozen'), -amount],
    [memberAccount(member, source), amount],
  ],
  memo,
  ref: number,
});

/** Remitting spends it: the fee stays with the platform, the rest has gone to the bank. */
export const spent = ({ member, amount, fee, number }: Of, reference: string): Movement => ({
  ...cny,
  kind: 'withdraw-remitted',
  entries: [
    [memberAccount(member, 'frozen'), -amount],
    [systemAccount('payout', 'CNY'), amount - fee],
    [systemAccount('fees', 'CNY'), fee],
  ],
  memo: reference,
  ref: number,
});
