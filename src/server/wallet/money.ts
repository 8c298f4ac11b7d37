import { memberAccount, systemAccount } from '../ledger/accounts';
import type { Movement } from '../ledger/post';
import type { WithdrawalRow } from './view';

type Of = Pick<WithdrawalRow, 'member' | 'source' | 'amount' | 'fee' | 'number'>;

const cny = { asset: 'CNY' } as const;

/** An application reserves the amount, including the fee. */
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

/** Rejection and revocation return it to its source. */
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

/** Remittance spends it: the fee goes to the platform, the rest to the bank. */
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

/** A payment that the bank sends back: all of it returns to its source, with the fee. */
export const takenBack = ({ member, source, amount, fee, number }: Of, reason: string): Movement => ({
  ...cny,
  kind: 'withdraw-returned',
  entries: [
    [systemAccount('payout', 'CNY'), fee - amount],
    [systemAccount('fees', 'CNY'), -fee],
    [memberAccount(member, source), amount],
  ],
  memo: reason,
  ref: number,
});
