import * as calls from '../../contract/shop/goods';
import type * as rules from '../../contract/shop/goods.rules';
import type { Tx } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent, isRepeated } from '../kernel/idempotency';
import { assertRate } from '../kernel/rate-limit';
import { lockShop, newId } from './own';
import { type ProviderShop, shopProvider } from './provider';
import { shopView } from './shop-view';

/** Limit of codes that a member may try in an hour. */
const tries = { max: 10, window: 3_600_000 };

async function hold(tx: Tx, { member, now }: RequestContext, { name, introduction }: ProviderShop) {
  await tx
    .insertInto('shop')
    .values({
      member,
      name,
      introduction,
      logo: null,
      number: null,
      version: 1,
      owed: 0,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return lockShop(tx, member);
}

/** Adds the goods of the bound shop to the member's shop, off sale until the member has reviewed them. */
async function takeIn(tx: Tx, { member, now }: RequestContext, { goods }: ProviderShop): Promise<number> {
  if (!goods.length) return 0;
  const rows = goods.map(({ number, name, description, price, stock }) => ({
    id: newId(),
    member,
    platform_id: null,
    number,
    name,
    description,
    price,
    stock,
    sold: 0,
    state: 'off' as const,
    category: null,
    pictures: '[]',
    version: 1,
    removed_at: null,
    created_at: new Date(now),
    changed_at: new Date(now),
  }));
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shop_goods')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

export const binding: Pick<Handlers<typeof calls, typeof rules>, 'bindShop'> = {
  async bindShop(input, ctx) {
    const { db, member, settings } = ctx;
    const provider = shopProvider(db, settings);
    if (!provider) throw new DomainError('shopBindingClosed');
    if (!(await isRepeated(db.run, ctx, calls.bindShop, input))) await assertRate(ctx, 'shop', tries);
    const found = await provider.find(input.number, input.code);
    if (!found) throw new DomainError('shopCodeWrong', {}, { problems: { code: { rule: 'wrong' } } });
    return db.tx((tx) =>
      idempotent(tx, ctx, calls.bindShop, input, async () => {
        const shop = await hold(tx, ctx, found);
        if (shop.number) throw new DomainError('shopBound', { number: shop.number });
        await takeNumber(tx, input.number);
        await tx
          .updateTable('shop')
          .set({ number: input.number, version: shop.version + 1 })
          .where('member', '=', member)
          .execute();
        const taken = await takeIn(tx, ctx, found);
        const bound = { ...shop, number: input.number, version: shop.version + 1 };
        return { ...(await shopView(tx, bound)), taken };
      }),
    );
  },
};

/** Refused if another member has bound the shop. Nodes of a spread database check no key among all members, so numbers have a table. */
async function takeNumber(tx: Tx, number: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bound_shop')
    .values({ number })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw new DomainError('shopBoundElsewhere');
}
