import * as calls from '../../contract/shop/goods';
import type * as rules from '../../contract/shop/goods.rules';
import type { Handlers } from '../kernel/call-group';
import { DomainError, refusalOf } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { ownPictures } from '../pictures/own-pictures';
import { commissionOf } from './commission';
import { ownCategory, ownGoods } from './own';
import { detailView } from './view';

export const editing: Pick<Handlers<typeof calls, typeof rules>, 'editGoods' | 'quoteGoods'> = {
  async editGoods(input, ctx) {
    const { id, version, name, description, price, categoryId } = input;
    const pictures = await ownPictures(ctx, input.pictures).catch((error) => {
      throw new DomainError(refusalOf(error).key, {}, { problems: { pictures: { rule: 'attachment' } } });
    });
    return ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.editGoods, input, async () => {
        const before = await ownGoods(tx, ctx.member, id);
        const category = await ownCategory(tx, ctx.member, categoryId);
        if (before.supply_price !== null && price < before.supply_price)
          throw new DomainError(
            'goodsBelowSupply',
            {},
            { problems: { price: { rule: 'minMoney', limit: before.supply_price } } },
          );
        // The statement itself checks the version and that stock is not negative, because two phones and a sale may change it at once.
        const edited = await tx
          .updateTable('shop_goods')
          .set((is) => ({
            name,
            description,
            price,
            category,
            pictures: JSON.stringify(pictures),
            stock: is('stock', '+', input.stock - input.stockBefore),
            version: is('version', '+', 1),
            changed_at: new Date(ctx.now),
          }))
          .where('member', '=', ctx.member)
          .where('id', '=', id)
          .where('version', '=', version)
          .where((is) => is(is('stock', '+', input.stock - input.stockBefore), '>=', 0))
          .executeTakeFirst();
        const current = await ownGoods(tx, ctx.member, id);
        if (!edited.numUpdatedRows) {
          if (current.version !== version)
            throw new DomainError(
              'goodsChanged',
              {},
              { body: { current: await detailView(tx, current, ctx.settings) } },
            );
          const limit = Math.max(0, input.stockBefore - current.stock);
          throw new DomainError('goodsSoldMeanwhile', {}, { problems: { stock: { rule: 'min', limit } } });
        }
        return detailView(tx, current, ctx.settings);
      }),
    );
  },

  async quoteGoods({ id, price }, { db, member, settings }) {
    const { supply_price } = await ownGoods(db.run, member, id);
    return { commission: commissionOf({ price, supplyPrice: supply_price ?? 0 }, settings) };
  },
};
