import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import * as calls from '../../../contract/money/payout';
import type * as rules from '../../../contract/money/payout.rules';
import { fitsCountry } from '../../../contract/rules/bank-account';
import { me } from '../../auth/members';
import type { Executor, Tx } from '../../db/database';
import type { Handlers } from '../../kernel/call-group';
import type { RequestContext } from '../../kernel/context';
import { DomainError } from '../../kernel/domain-error';
import { idempotent } from '../../kernel/idempotency';
import { notifyMember } from '../../notices/notify-member';
import { assertPayProof } from '../../pay-password/proof';
import { isCountry } from './countries';
import { kindsFor } from './kinds';
import { isOffered } from './offer-banks';
import { ownPayoutAccount } from './own-payout-account';
import type { PayoutAccountRow } from './tables';
import { payoutAccount } from './view';

/** Accounts that a member can have at a time. */
const most = 20;

type NewAccount = InferOutput<typeof rules.userAccountAdd>;
type AccountInput = NewAccount | InferOutput<typeof rules.userAccountEdit>;

function numberOf(given: NewAccount): string;
/** Without a number, an edited account keeps its own. */
function numberOf(given: AccountInput): string | undefined;
function numberOf(given: AccountInput): string | undefined {
  if (given.kind === 'bank') return given.cardNumber;
  if (given.kind === 'abroad') return given.accountNumber;
  return given.kind === 'alipay' ? given.login : given.address;
}

type AccountDetails = Pick<PayoutAccountRow, 'holder' | 'bank' | 'branch' | 'swift' | 'country'>;

/** The columns of an account except its number. */
function detailsOf(given: AccountInput): AccountDetails {
  const holder = given.kind === 'usdt' ? '' : given.holder;
  const none = { bank: null, branch: null, swift: null, country: null };
  if (given.kind === 'bank') return { ...none, holder, bank: given.openingBank, branch: given.openingBranch };
  if (given.kind !== 'abroad') return { ...none, holder };
  const { bankName: bank, openingBranch, swift, country } = given;
  return { holder, bank, branch: openingBranch || null, swift, country };
}

const missing = () => new DomainError('payoutMissing');

/** Locks the member until the end of the transaction, so that changes to their accounts are serialized. */
const hold = (tx: Tx, { member }: RequestContext) =>
  tx.selectFrom('member').select('id').where('id', '=', member).forUpdate().execute();

async function assertBank(run: Executor, given: AccountInput): Promise<void> {
  if (given.kind === 'bank' && !(await isOffered(run, given.openingBank)))
    throw new DomainError('invalid', {}, { problems: { openingBank: { rule: 'wrong' } } });
  if (given.kind === 'abroad' && !isCountry(given.country))
    throw new DomainError('invalid', {}, { problems: { country: { rule: 'wrong' } } });
}

/** A number that is kept must be valid in the new country. */
function assertStays(before: PayoutAccountRow, given: AccountInput): void {
  if (given.kind !== 'abroad' || given.accountNumber !== undefined) return;
  if (!fitsCountry(before.number, given.country))
    throw new DomainError('invalid', {}, { problems: { accountNumber: { rule: 'iban' } } });
}

/** `but`: the account that is being edited. */
async function assertNewNumber(
  tx: Tx,
  { member }: RequestContext,
  given: AccountInput,
  but?: string,
): Promise<void> {
  const number = numberOf(given);
  if (number === undefined) return;
  const same = await tx
    .selectFrom('payout_account')
    .select('id')
    .where('member', '=', member)
    .where('kind', '=', given.kind)
    .where('number', '=', number)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (same && same.id !== but) throw new DomainError('payoutTwice');
}

async function assertAccountLimit(tx: Tx, { member }: RequestContext): Promise<void> {
  const { count } = await tx
    .selectFrom('payout_account')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('member', '=', member)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) throw new DomainError('payoutTooMany', { most });
}

const coolsOffUntil = ({ now, settings }: RequestContext) =>
  settings.payoutCoolingOff ? new Date(now + settings.payoutCoolingOff) : null;

/** Notifies the member of the change before money can go to the account, in case somebody else made it. */
const notifyChanged = (tx: Tx, { member, now, locale, settings }: RequestContext, row: PayoutAccountRow) => {
  const account = payoutAccount(row, locale).number;
  const values = { account, hours: Math.ceil(settings.payoutCoolingOff / 3_600_000) };
  return notifyMember(
    tx,
    member,
    { kind: 'payoutAccountAdded', values, link: 'pages/mine/accountManage' },
    now,
  );
};

async function remove(tx: Tx, { member, now }: RequestContext, ids: readonly string[]): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payout_account')
    .set({ removed_at: new Date(now) })
    .where('id', 'in', ids)
    .where('member', '=', member)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== BigInt(ids.length)) throw missing();
}

type Changing = Pick<
  Handlers<typeof calls, typeof rules>,
  'userAccountAdd' | 'userAccountEdit' | 'userAccountDeleteBatch'
>;

export const changeAccountHandlers: Changing = {
  userAccountAdd: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.userAccountAdd, input, async () => {
        const { country } = await me(tx, ctx);
        if (!kindsFor(ctx.settings, country).includes(input.kind)) throw new DomainError('payoutNotOffered');
        await assertBank(tx, input);
        await hold(tx, ctx);
        await assertNewNumber(tx, ctx, input);
        await assertAccountLimit(tx, ctx);
        const row: PayoutAccountRow = {
          id: randomUUID(),
          member: ctx.member,
          kind: input.kind,
          ...detailsOf(input),
          number: numberOf(input),
          at: new Date(ctx.now),
          usable_from: coolsOffUntil(ctx),
          removed_at: null,
        };
        await assertPayProof(tx, ctx, input.proof);
        await tx.insertInto('payout_account').values(row).execute();
        await notifyChanged(tx, ctx, row);
        return payoutAccount(row, ctx.locale, ctx.now);
      }),
    ),

  userAccountEdit: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.userAccountEdit, input, async () => {
        await hold(tx, ctx);
        const before = await ownPayoutAccount(tx, ctx.member, input.id);
        if (before?.kind !== input.kind) throw missing();
        // A bank that is no longer in the list may stay unchanged.
        if (input.kind !== 'bank' || input.openingBank !== before.bank) await assertBank(tx, input);
        assertStays(before, input);
        await assertNewNumber(tx, ctx, input, input.id);
        const number = numberOf(input) ?? before.number;
        await assertPayProof(tx, ctx, input.proof);
        const usable_from = number === before.number ? before.usable_from : coolsOffUntil(ctx);
        const change = { ...detailsOf(input), number, usable_from };
        await tx
          .updateTable('payout_account')
          .set(change)
          .where('member', '=', ctx.member)
          .where('id', '=', input.id)
          .execute();
        await notifyChanged(tx, ctx, { ...before, ...change });
        return payoutAccount({ ...before, ...change }, ctx.locale, ctx.now);
      }),
    ),

  userAccountDeleteBatch: (input, ctx) =>
    ctx.db.tx(async (tx) => {
      const { ids, requestKey } = input;
      const work = async () => {
        await remove(tx, ctx, [...new Set(ids)]);
        return {};
      };
      if (!requestKey) return work();
      const keyed = { ...input, requestKey };
      return idempotent(tx, ctx, calls.userAccountDeleteBatch, keyed, work);
    }),
};
