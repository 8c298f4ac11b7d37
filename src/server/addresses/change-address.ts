import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import type { Address } from '../../contract/buying/addresses';
import * as calls from '../../contract/buying/addresses';
import type * as rules from '../../contract/buying/addresses.rules';
import { assertPhone } from '../auth/assert-phone';
import { invalid } from '../auth/invalid';
import { me } from '../auth/members';
import type { Tx } from '../db/database';
import { isDistrict } from '../kernel/areas';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import type { AddressRow } from './tables';
import { addressView, ownAddress } from './view';

/** Addresses that a member can have. */
const most = 30;

type Who = Pick<RequestContext, 'member' | 'now'>;

/** Locks the member until the end of the transaction, so that changes to their addresses are serialized. */
const hold = (tx: Tx, { member }: Who) =>
  tx.selectFrom('member').select('id').where('id', '=', member).forUpdate().execute();

async function mustHaveArea(tx: Tx, ctx: Who, area: string | undefined): Promise<void> {
  if (area !== undefined) {
    if (!isDistrict(area)) throw invalid('area', 'wrong');
  } else if ((await me(tx, ctx)).country === 'cn') throw invalid('area', 'required');
}

const columnsOf = (input: InferOutput<typeof rules.addAddress>) => ({
  username: input.username,
  userphone: input.userphone,
  area: input.area ?? null,
  address: input.address,
  latitude: input.position?.latitude ?? null,
  longitude: input.position?.longitude ?? null,
});

/** Makes it the only default. The others are cleared first, because the index allows one. */
async function makeDefault(tx: Tx, member: string, id: string): Promise<void> {
  await tx
    .updateTable('address')
    .set({ is_default: false })
    .where('member', '=', member)
    .where('is_default', '=', true)
    .where('id', '!=', id)
    .execute();
  await tx
    .updateTable('address')
    .set({ is_default: true })
    .where('id', '=', id)
    .where('member', '=', member)
    .execute();
}

/** Adds an address in the caller's transaction; the member's first is the default. */
export async function addOwnAddress(
  tx: Tx,
  ctx: Who,
  input: InferOutput<typeof rules.addAddress>,
): Promise<Address> {
  await hold(tx, ctx);
  await mustHaveArea(tx, ctx, input.area);
  assertPhone((await me(tx, ctx)).country, input.userphone, 'userphone');
  const { count } = await tx
    .selectFrom('address')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member', '=', ctx.member)
    .executeTakeFirstOrThrow();
  if (count >= most) throw new DomainError('addressTooMany', { most });
  const row: AddressRow = {
    id: randomUUID(),
    member: ctx.member,
    ...columnsOf(input),
    id_card: input.idCard || null,
    is_default: false,
    at: new Date(ctx.now),
  };
  await tx.insertInto('address').values(row).execute();
  const isDefault = !!input.isDefault || !count;
  if (isDefault) await makeDefault(tx, ctx.member, row.id);
  return addressView({ ...row, is_default: isDefault });
}

type Changing = Pick<
  Handlers<typeof calls, typeof rules>,
  'addAddress' | 'editAddress' | 'deleteAddress' | 'setDefaultAddress'
>;

export const changing: Changing = {
  addAddress: (input, ctx) =>
    ctx.db.tx((tx) => idempotent(tx, ctx, calls.addAddress, input, () => addOwnAddress(tx, ctx, input))),

  editAddress: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.editAddress, input, async () => {
        await hold(tx, ctx);
        const before = await ownAddress(tx, ctx.member, input.id);
        // An area that is no longer in the list may stay unchanged.
        if (input.area !== before.area || !input.area) await mustHaveArea(tx, ctx, input.area);
        // a number that is older than the rule may stay
        if (input.userphone !== before.userphone)
          assertPhone((await me(tx, ctx)).country, input.userphone, 'userphone');
        const id_card = input.idCard === undefined ? before.id_card : input.idCard || null;
        const change = { ...columnsOf(input), id_card };
        await tx
          .updateTable('address')
          .set(change)
          .where('member', '=', ctx.member)
          .where('id', '=', before.id)
          .execute();
        if (input.isDefault) await makeDefault(tx, ctx.member, before.id);
        return addressView({ ...before, ...change, is_default: before.is_default || !!input.isDefault });
      }),
    ),

  deleteAddress: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.deleteAddress, input, async () => {
        await hold(tx, ctx);
        const before = await ownAddress(tx, ctx.member, input.id);
        await tx.deleteFrom('address').where('member', '=', ctx.member).where('id', '=', before.id).execute();
        const newest =
          before.is_default &&
          (await tx
            .selectFrom('address')
            .select('id')
            .where('member', '=', ctx.member)
            .orderBy('at', 'desc')
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirst());
        if (newest) await makeDefault(tx, ctx.member, newest.id);
        return {};
      }),
    ),

  setDefaultAddress: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.setDefaultAddress, input, async () => {
        await hold(tx, ctx);
        const { id } = await ownAddress(tx, ctx.member, input.id);
        await makeDefault(tx, ctx.member, id);
        return {};
      }),
    ),
};
