import { randomUUID } from 'node:crypto';
import * as calls from '../../contract/video/accounts';
import type * as rules from '../../contract/video/accounts.rules';
import type { Tx } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent, isRepeated } from '../kernel/idempotency';
import type { MessageName } from '../kernel/messages';
import { assertRate } from '../kernel/rate-limit';
import { giveUpNames, linkedName, takeName } from './linked-names';
import { machineFor } from './machines';
import { accountMissing, ownAccount } from './own-account';
import { type Found, type ShortVideoPlatform, shortVideoPlatform } from './provider';

/** Accounts that a member can link at a time. */
const most = 1000;
/** Names that a member may try, and accounts that they may refresh, in an hour. */
const perMember = { max: 120, window: 3_600_000 };

const wrongAccount = (message: MessageName, rule: 'wrong' | 'taken') =>
  new DomainError(message, {}, { problems: { account: { rule } } });

function unreachable(cause: unknown): never {
  throw Object.assign(new DomainError('platformUnreachable'), { cause });
}

/** The platform for questions of a member. Refused if none is configured, or if the member has asked too often; then whatever it cannot answer. */
export async function platformFor(ctx: RequestContext): Promise<ShortVideoPlatform> {
  const platform = shortVideoPlatform(ctx.settings);
  if (!platform) throw new DomainError('platformNotOffered');
  await assertRate(ctx, 'platform', perMember);
  return {
    sandbox: platform.sandbox,
    find: (...given) => platform.find(...given).catch(unreachable),
    visits: (...given) => platform.visits(...given).catch(unreachable),
  };
}

/** Locks the member until the end of the transaction, so that changes to their accounts are serialized. */
const hold = (tx: Tx, { member }: RequestContext) =>
  tx.selectFrom('member').select('id').where('id', '=', member).forUpdate().execute();

async function mustHaveRoom(tx: Tx, { member }: RequestContext): Promise<void> {
  const { count } = await tx
    .selectFrom('short_video_account')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('member', '=', member)
    .where('linked', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) throw new DomainError('accountsFull', { most });
}

/** The platform's data of the account. A repeated request does not count against the limit. */
async function foundOf(ctx: RequestContext, input: { account: string; requestKey: string }) {
  if (await isRepeated(ctx.db.run, ctx, calls.addTiktok, input)) return;
  const found = await (await platformFor(ctx)).find(input.account);
  if (!found) throw wrongAccount('platformAccountMissing', 'wrong');
  return found;
}

async function insert(
  tx: Tx,
  ctx: RequestContext,
  found: Found,
  own: { nickname?: string; machine: string | null },
) {
  const id = randomUUID();
  const at = new Date(ctx.now);
  const linked = linkedName(found.account);
  if (!(await takeName(tx, linked))) throw wrongAccount('accountTaken', 'taken');
  await tx
    .insertInto('short_video_account')
    .values({
      id,
      member: ctx.member,
      account: found.account,
      linked,
      nickname: own.nickname ?? found.nickname,
      avatar: found.avatar ?? null,
      coins: found.coins,
      machine: own.machine,
      signed_in: found.signedIn,
      linked_at: at,
      updated_at: at,
      fetched_until: at,
    })
    .execute();
  return id;
}

type Linking = Pick<Handlers<typeof calls, typeof rules>, 'addTiktok' | 'tiktokEdit' | 'unlinkTiktok'>;

export const linking: Linking = {
  async addTiktok(input, ctx) {
    const found = await foundOf(ctx, input);
    return ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.addTiktok, input, async () => {
        await hold(tx, ctx);
        await mustHaveRoom(tx, ctx);
        const machine = (await machineFor(tx, ctx.member, input)) ?? null;
        const { nickname } = input;
        // the platform was not asked, because the same request had been answered; that answer was forgotten in between
        if (!found) throw new DomainError('platformUnreachable');
        return { id: await insert(tx, ctx, found, { ...(nickname && { nickname }), machine }) };
      }),
    );
  },

  tiktokEdit: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.tiktokEdit, input, async () => {
        await hold(tx, ctx);
        const { id, nickname } = await ownAccount(tx, ctx.member, input.id);
        const machine = await machineFor(tx, ctx.member, input, id);
        await tx
          .updateTable('short_video_account')
          .set({ nickname: input.nickname ?? nickname, ...(machine !== undefined && { machine }) })
          .where('member', '=', ctx.member)
          .where('id', '=', id)
          .execute();
        return { id };
      }),
    ),

  unlinkTiktok: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.unlinkTiktok, input, async () => {
        const ids = [...new Set(input.ids)];
        const unlinked = await tx
          .updateTable('short_video_account')
          .set({ linked: null, machine: null })
          .where('id', 'in', ids)
          .where('member', '=', ctx.member)
          .where('linked', 'is not', null)
          .returning('account')
          .execute();
        if (unlinked.length !== ids.length) throw accountMissing();
        await giveUpNames(
          tx,
          unlinked.map(({ account }) => linkedName(account)),
        );
        return { unlinked: ids.length };
      }),
    ),
};
