import type { InferOutput } from 'valibot';
import type { UserInfo } from '../../contract/member/auth';
import * as calls from '../../contract/member/profile';
import * as rules from '../../contract/member/profile.rules';
import { invalid } from '../auth/invalid';
import { myInfo, userInfo } from '../auth/members';
import type { Tx } from '../db/database';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { idempotent } from '../kernel/idempotency';

/** Shows the member's own picture to others from now on, and hides the previous one. */
async function showAsAvatar(tx: Tx, { member }: RequestContext, avatar: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('picture')
    .set({ shared: true, used: true })
    .where('id', '=', avatar)
    .where('owner', '=', member)
    .executeTakeFirst();
  if (!numUpdatedRows) throw invalid('avatar', 'avatar');
  await tx
    .updateTable('picture')
    .set({ shared: false })
    .where('owner', '=', member)
    .where('id', '!=', avatar)
    .where('id', '=', (select) => select.selectFrom('member').select('avatar').where('id', '=', member))
    .execute();
}

async function savePreferences(
  { timeZone, currency }: InferOutput<typeof rules.savePreferences>,
  ctx: RequestContext,
): Promise<{ userInfo: UserInfo }> {
  const values = {
    ...(timeZone !== undefined && { time_zone: timeZone || null }),
    ...(currency && { currency }),
  };
  if (Object.keys(values).length)
    await ctx.db.run.updateTable('member').set(values).where('id', '=', ctx.member).execute();
  return { userInfo: await myInfo(ctx.db.run, ctx) };
}

export const profileCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    savePreferences,
    modifyInfo: (input, ctx) =>
      ctx.db.tx((tx) =>
        idempotent(tx, ctx, calls.modifyInfo, input, async () => {
          const { requestKey: _, ...typed } = input;
          const values = { ...typed, ...(typed.avatar && { avatar: typed.avatar.toLowerCase() }) };
          if (values.avatar) await showAsAvatar(tx, ctx, values.avatar);
          const member = Object.keys(values).length
            ? await tx
                .updateTable('member')
                .set(values)
                .where('id', '=', ctx.member)
                .returningAll()
                .executeTakeFirstOrThrow()
            : await tx
                .selectFrom('member')
                .selectAll()
                .where('id', '=', ctx.member)
                .executeTakeFirstOrThrow();
          return { userInfo: userInfo(member) };
        }),
      ),
  },
};
