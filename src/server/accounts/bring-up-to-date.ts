import type * as calls from '../../contract/video/accounts';
import type * as rules from '../../contract/video/accounts.rules';
import type { Handlers } from '../kernel/call-group';
import { collectOf } from './collect-coins';
import { platformFor } from './link-account';
import { ownAccount } from './own-account';

export const bringing: Pick<Handlers<typeof calls, typeof rules>, 'updateTime'> = {
  async updateTime({ id }, ctx) {
    const { db, member, now } = ctx;
    const { account } = await ownAccount(db.run, member, id);
    const platform = await platformFor(ctx);
    const found = await platform.find(account);
    await db.run
      .updateTable('short_video_account')
      .set({
        signed_in: !!found?.signedIn,
        updated_at: new Date(now),
        ...(found?.avatar && { avatar: found.avatar }),
      })
      .where('member', '=', member)
      .where('id', '=', id)
      .execute();
    if (found?.signedIn) await collectOf(db, platform, { member, id }, now);
    return { updateTime: new Date(now).toISOString() };
  },
};
