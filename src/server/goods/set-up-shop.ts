import * as calls from '../../contract/shop/goods';
import type * as rules from '../../contract/shop/goods.rules';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { ownPictures } from '../pictures/own-pictures';
import { lockShop, shopOf } from './own';
import { providerView, shopView } from './shop-view';

export const shopHandlers: Pick<Handlers<typeof calls, typeof rules>, 'getShop' | 'setupShop'> = {
  async getShop(_, { db, member, settings }) {
    const shop = await shopOf(db.run, member);
    return { ...(shop && { shop: await shopView(db.run, shop) }), provider: providerView(settings) };
  },

  async setupShop(input, ctx) {
    const { name, logo, introduction, version } = input;
    if (logo) await ownPictures(ctx, [logo]);
    const profile = { name, introduction, logo: logo?.toLowerCase() ?? null };
    return ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.setupShop, input, async () => {
        const opened = await tx
          .insertInto('shop')
          .values({
            ...profile,
            member: ctx.member,
            number: null,
            version: 1,
            owed: 0,
            created_at: new Date(ctx.now),
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (!opened.numInsertedOrUpdatedRows) {
          const changed = await tx
            .updateTable('shop')
            .set((is) => ({ ...profile, version: is('version', '+', 1) }))
            .where('member', '=', ctx.member)
            .where('version', '=', version ?? 0)
            .executeTakeFirst();
          if (!changed.numUpdatedRows) {
            const current = await lockShop(tx, ctx.member);
            throw new DomainError('shopChanged', {}, { body: { current: await shopView(tx, current) } });
          }
        }
        return shopView(tx, await lockShop(tx, ctx.member));
      }),
    );
  },
};
