import * as calls from '../../contract/shop/goods';
import type * as rules from '../../contract/shop/goods.rules';
import type { Handlers } from '../kernel/call-group';
import { idempotent } from '../kernel/idempotency';
import { translate } from '../kernel/messages';
import { textOf } from '../kernel/texts';
import { lockShop, newId } from './own';

export const taking: Pick<Handlers<typeof calls, typeof rules>, 'takeGoods'> = {
  takeGoods: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.takeGoods, input, async () => {
        const { member, locale, now } = ctx;
        await lockShop(tx, member);
        const ids = [...new Set(input.ids)];
        const supplied = await tx
          .selectFrom('platform_goods')
          .selectAll()
          .where('id', 'in', ids)
          .where('supplied', '=', true)
          .execute();
        // A good is put into the member's copy of the platform's category, if there is one.
        const categories = await tx
          .selectFrom('shop_category')
          .select(['id', 'platform_id'])
          .where('member', '=', member)
          .where('platform_id', 'is not', null)
          .execute();
        const categoryOf = new Map(categories.map((one) => [one.platform_id, one.id]));
        const at = new Date(now);
        const rows = supplied.map((good) => ({
          id: newId(),
          member,
          platform_id: good.id,
          number: null,
          sold: 0,
          state: 'off' as const,
          name: textOf(good, 'name', locale),
          description: textOf(good, 'description', locale),
          price: good.suggested_price,
          stock: good.stock,
          category: categoryOf.get(good.category) ?? null,
          pictures: '[]',
          version: 1,
          created_at: at,
          changed_at: at,
          removed_at: null,
        }));
        if (rows.length)
          await tx
            .insertInto('shop_goods')
            .values(rows)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        const done = new Set(supplied.map(({ id }) => id));
        return {
          done: ids.filter((id) => done.has(id)),
          failed: ids
            .filter((id) => !done.has(id))
            .map((id) => ({ id, message: translate(locale, 'goodsNotSupplied') })),
        };
      }),
    ),
};
