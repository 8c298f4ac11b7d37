import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import * as calls from '../../contract/payout';
import type * as rules from '../../contract/payout.rules';
import { me } from '../auth/members';
import type { Handlers } from '../kernel/call-group';
import type { Asked, Tx } from '../kernel/context';
import { Refusal } from '../kernel/domain-error';
import { once } from '../kernel/idempotency';
import { isBank } from './banks';
import { kindsFor } from './kinds';
import { ownAccount } from './own';
import type { PayoutAccountRow } from './tables';
import { payoutAccount } from './view';

/** Accounts that a member can have at a time. */
const most = 20;

type Given = InferOutput<typeof rules.userAccountAdd> | InferOutput<typeof rules.userAccountEdit>;

const numberOf = (given: Given): string | undefined =>
  given.kind === 'bank' ? given.cardNumber : given.kind === 'alipay' ? given.login : given.address;

const restOf = (given: Given): Pick<PayoutAccountRow, 'holder' | 'bank' | 'branch'> => ({
  holder: given.kind === 'usdt' ? '' : given.holder,
  bank: given.kind === 'bank' ? given.openingBank : null,
  branch: given.kind === 'bank' ? given.openingBranch : null,
});

const missing = () => new Refusal('payoutMissing');

/** Holds the member until the end of the transaction: their accounts change one after the other. */
const hold = (tx: Tx, { member }: Asked) =>
  tx.selectFrom('member').select('id').where('id', '=', member).forUpdate().execute();

function mustBeBank(given: Given): void {
  if (given.kind === 'bank' && !isBank(given.openingBank))
    throw new Refusal('invalid', {}, { problems: { openingBank: { rule: 'wrong' } } });
}

/** `but`: the account that is being edited. */
async function mustBeNew(tx: Tx, { member }: Asked, given: Given, but?: string): Promise<void> {
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
  if (same && same.id !== but) throw new Refusal('payoutTwice');
}

async function mustHaveRoom(tx: Tx, { member }: Asked): Promise<void> {
  const { count } = await tx
    .selectFrom('payout_account')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('member', '=', member)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) throw new Refusal('payoutTooMany', { most });
}

async function remove(tx: Tx, { member, now }: Asked, ids: readonly string[]): Promise<void> {
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

export const changing: Changing = {
  userAccountAdd: (input, asked) =>
    asked.db.tx((tx) =>
      once(tx, asked, calls.userAccountAdd, input, async () => {
        const { country } = await me(tx, asked);
        if (!kindsFor(asked.settings, country).includes(input.kind)) throw new Refusal('payoutNotOffered');
        mustBeBank(input);
        await hold(tx, asked);
        await mustBeNew(tx, asked, input);
        await mustHaveRoom(tx, asked);
        const row: PayoutAccountRow = {
          id: randomUUID(),
          member: asked.member,
          kind: input.kind,
          ...restOf(input),
          number: numberOf(input)!,
          at: new Date(asked.now),
          removed_at: null,
        };
        await tx.insertInto('payout_account').values(row).execute();
        return payoutAccount(row, asked.locale);
      }),
    ),

  userAccountEdit: (input, asked) =>
    asked.db.tx((tx) =>
      once(tx, asked, calls.userAccountEdit, input, async () => {
        await hold(tx, asked);
        const before = await ownAccount(tx, asked.member, input.id);
        if (before?.kind !== input.kind) throw missing();
        // A bank that has left the list may stay where it is.
        if (input.kind === 'bank' && input.openingBank !== before.bank) mustBeBank(input);
        await mustBeNew(tx, asked, input, input.id);
        const number = numberOf(input) ?? before.number;
        const change = { ...restOf(input), number };
        await tx.updateTable('payout_account').set(change).where('id', '=', input.id).execute();
        return payoutAccount({ ...before, ...change }, asked.locale);
      }),
    ),

  userAccountDeleteBatch: (input, asked) =>
    asked.db.tx(async (tx) => {
      const { ids, requestKey } = input;
      const work = async () => {
        await remove(tx, asked, [...new Set(ids)]);
        return {};
      };
      if (!requestKey) return work();
      const keyed = { ...input, requestKey };
      return once(tx, asked, calls.userAccountDeleteBatch, keyed, work);
    }),
};
