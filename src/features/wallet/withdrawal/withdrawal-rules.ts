import { literal, optional, variant } from 'valibot';
import type { WithdrawalSource } from '../../../contract/money/wallet';
import { fields, id, remark, storeWithdrawal, withdrawal } from '../../../contract/rules/fields';
import { check } from '../../../contract/wire/check';

const rule = { balance: withdrawal, store: storeWithdrawal };
const rest = { accountId: id, remark: optional(remark) };

/** The rules of a withdrawal for the available fen of each source (spec §5). */
export const withdrawalRules = (available: Record<WithdrawalSource, number>) =>
  variant(
    'source',
    [
      fields({ source: literal('balance'), amount: withdrawal(available.balance), ...rest }),
      fields({ source: literal('store'), amount: storeWithdrawal(available.store), ...rest }),
    ],
    'required',
  );

const problemOf = (source: WithdrawalSource, amount: number | undefined, available: number) =>
  check(fields({ amount: rule[source](available) }), { amount })?.amount;

/** Whether the amount can be withdrawn, whatever the other fields contain. */
export const isPayable = (source: WithdrawalSource, amount: number | undefined, available: number) =>
  !problemOf(source, amount, available);

/** The minimum amount in fen: the limit that the rule reports for one fen. */
export const minimumOf = (source: WithdrawalSource): number =>
  // biome-ignore lint/style/noNonNullAssertion: one fen is always too little, and that rule names its limit
  problemOf(source, 1, 1e15)!.limit!;
