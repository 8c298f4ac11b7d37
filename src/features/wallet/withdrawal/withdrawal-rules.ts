import { literal, optional, variant } from 'valibot';
import type { WithdrawalSource } from '../../../contract/money/wallet';
import { fields, id, remark, storeWithdrawal, withdrawal } from '../../../contract/rules/fields';
import { check } from '../../../contract/wire/check';

const rule = { balance: withdrawal, store: storeWithdrawal };
const rest = { accountId: id, remark: optional(remark) };

/** What a withdrawal has to be when each source has that many fen (spec §5). */
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

/** Whether that much can be taken, whatever else is filled in. */
export const isPayable = (source: WithdrawalSource, amount: number | undefined, available: number) =>
  !problemOf(source, amount, available);

/** The least, in fen, that can be taken: what the rule says of one fen. */
export const minimumOf = (source: WithdrawalSource): number =>
  // biome-ignore lint/style/noNonNullAssertion: one fen is always too little, and that rule names its limit
  problemOf(source, 1, 1e15)!.limit!;
