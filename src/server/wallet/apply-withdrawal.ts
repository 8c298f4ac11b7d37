import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import * as calls from '../../contract/money/wallet';
import { WithdrawalStatus } from '../../contract/money/wallet';
import type * as rules from '../../contract/money/wallet.rules';
import { codes } from '../../contract/wire/codes';
import { timeFor } from '../auth/time-zone';
import type { Executor, Tx } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError, refusalOf } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { newNumber } from '../kernel/numbers';
import { balances } from '../ledger/balances';
import { postMovement } from '../ledger/post';
import { notifyMember } from '../notices/notify-member';
import { assertPayProof } from '../pay-password/proof';
import { assertWithinDay } from './day-limit';
import { assertFeeShown, quoteOf } from './fee';
import { reserved } from './money';
import { ownPayoutAccount } from './payout/own-payout-account';
import type { PayoutAccountRow } from './payout/tables';
import { payoutAccount } from './payout/view';

async function accountOf(run: Executor, member: string, id: string) {
  const account = await ownPayoutAccount(run, member, id);
  if (!account) throw new DomainError('payoutMissing', {}, { problems: { accountId: { rule: 'wrong' } } });
  return account;
}

export const applyWithdrawalHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'quoteWithdrawal' | 'applyWithdrawal'
> = {
  async quoteWithdrawal({ amount, accountId }, { db, member, settings, now }) {
    const account = accountId === undefined ? undefined : await accountOf(db.run, member, accountId);
    return quoteOf(amount, account?.kind === 'usdt', settings, now);
  },

  applyWithdrawal: (input, ctx) =>
    ctx.db.tx((tx) => idempotent(tx, ctx, calls.applyWithdrawal, input, () => apply(tx, ctx, input))),
};

/** A new account, or a new number, has a cooling-off period, so that a thief with the member's phone cannot empty it at once. */
async function assertRested(tx: Tx, ctx: RequestContext, { usable_from }: PayoutAccountRow): Promise<void> {
  if (!usable_from || usable_from.getTime() <= ctx.now) return;
  throw new DomainError(
    'payoutResting',
    { time: await timeFor(tx, ctx, usable_from) },
    { problems: { accountId: { rule: 'wrong' } } },
  );
}

async function apply(
  tx: Tx,
  ctx: RequestContext,
  { source, amount, accountId, remark, fee: shownFee, proof }: InferOutput<typeof rules.applyWithdrawal>,
) {
  const { member, settings, now } = ctx;
  const account = await accountOf(tx, member, accountId);
  await assertRested(tx, ctx, account);
  const quote = quoteOf(amount, account.kind === 'usdt', settings, now);
  assertFeeShown(shownFee, quote);
  await assertPayProof(tx, ctx, proof, amount);
  const id = randomUUID();
  const number = newNumber('W', now, 10);
  const { fee, arrives, expectedBy, usdt = null } = quote;
  await postMovement(tx, reserved({ member, source, amount, fee, number }), now).catch((error) =>
    rethrowInsufficient(tx, member, source, error),
  );
  await assertWithinDay(tx, ctx, amount);
  await tx
    .insertInto('withdrawal')
    .values({
      id,
      number,
      member,
      source,
      amount,
      fee,
      usdt,
      status: WithdrawalStatus.applied,
      account: account.id,
      kind: account.kind,
      holder: account.holder,
      account_number: account.number,
      bank: account.bank,
      branch: account.branch,
      swift: account.swift,
      country: account.country,
      remark: remark ?? '',
      reason: null,
      reference: null,
      applied_at: new Date(now),
      expected_by: new Date(expectedBy),
      decided_at: null,
      remitted_at: null,
      revoked_at: null,
    })
    .execute();
  await notifyMember(
    tx,
    member,
    {
      kind: 'withdrawalRequested',
      values: { amount, number, account: payoutAccount(account, ctx.locale).number },
      link: `pages/mine/withDrawRecord?id=${id}`,
    },
    now,
  );
  return { id, number, status: WithdrawalStatus.applied, fee, arrives, expectedBy };
}

/** An insufficient balance is reported as a problem of the amount, with the available balance. */
async function rethrowInsufficient(
  tx: Tx,
  member: string,
  source: calls.WithdrawalSource,
  error: unknown,
): Promise<never> {
  const { key } = refusalOf(error);
  const limit = (await balances(tx, member))[source];
  const code = source === 'balance' ? codes.insufficient : codes.invalid;
  throw new DomainError(key, {}, { code, problems: { amount: { rule: 'maxMoney', limit } } });
}
