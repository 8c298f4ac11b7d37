import { sql } from 'kysely';
import type { Tx } from '../db/database';
import { dayOf } from '../kernel/dates';
import { type Account, memberAccount, systemAccount } from '../ledger/accounts';
import { type Movement, postMovement } from '../ledger/post';
import { notifyMember } from '../notices/notify-member';
import type { Settings } from '../settings/settings';
import { commissionOf } from './commission';
import type { ShopEvent } from './provider';
import type { SaleRow } from './tables';

type Rules = Pick<Settings, 'sales'>;
type Sold = Pick<SaleRow, 'member' | 'number' | 'name' | 'commission'>;

const storeOf = ({ member }: Pick<SaleRow, 'member'>): Account => memberAccount(member, 'store');

/** Credits the earnings of a sale to the store balance. */
export const credited = (sale: Sold): Movement => ({
  kind: 'shop',
  asset: 'CNY',
  entries: [
    [storeOf(sale), sale.commission],
    [systemAccount('shop', 'CNY'), -sale.commission],
  ],
  memo: sale.name,
  ref: sale.number,
});

/** Takes back `amount` fen of it. */
const takenBack = (sale: Sold, amount: number): Movement => ({
  kind: 'shop-return',
  asset: 'CNY',
  entries: [
    [storeOf(sale), -amount],
    [systemAccount('shop', 'CNY'), amount],
  ],
  memo: sale.name,
  ref: sale.number,
});

/** The row of a sale, before stock has been checked. */
export const saleOf = (
  goods: { id: string; member: string; name: string; price: number; supply_price: number | null },
  { number, quantity, at }: { number: string; quantity: number; at: Date },
  rules: Rules,
): SaleRow => ({
  number,
  member: goods.member,
  goods: goods.id,
  name: goods.name,
  quantity,
  amount: goods.price * quantity,
  commission: commissionOf({ price: goods.price, supplyPrice: goods.supply_price ?? 0, quantity }, rules),
  state: 'held',
  at,
  credit_at: new Date(at.getTime() + rules.sales.holdTime),
  returned_at: null,
});

const count = (
  tx: Tx,
  { id: goods, member }: { id: string; member: string },
  at: Date,
  { views = 0, sales = 0 },
) =>
  tx
    .insertInto('shop_goods_day')
    .values({ member, goods, day: dayOf(at.getTime()), views, sales })
    .onConflict((conflict) =>
      conflict.constraint('shop_goods_day_pkey').doUpdateSet({
        views: sql<number>`shop_goods_day.views + ${views}`,
        sales: sql<number>`shop_goods_day.sales + ${sales}`,
      }),
    )
    .execute();

/**
 * Applies a reported sale, once: takes stock, counts, and holds the earnings. A sale of a removed good, or of more than is in stock, is
 * stored as refused. A sale of an unknown good is ignored.
 */
async function sell(tx: Tx, event: ShopEvent & { kind: 'sale' }, rules: Rules): Promise<void> {
  const goods = await tx
    .selectFrom('shop_goods as g')
    .leftJoin('platform_goods as p', 'p.id', 'g.platform_id')
    .select(['g.id', 'g.member', 'g.name', 'g.price', 'p.supply_price'])
    .where('g.id', '=', event.goods)
    .executeTakeFirst();
  if (!goods || event.quantity < 1) return;
  const sale = saleOf(goods, event, rules);
  const noted = await tx
    .insertInto('shop_sale')
    .values(sale)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!noted.numInsertedOrUpdatedRows) return;
  const taken = await tx
    .updateTable('shop_goods')
    .set((is) => ({ stock: is('stock', '-', sale.quantity), sold: is('sold', '+', sale.quantity) }))
    .where('member', '=', sale.member)
    .where('id', '=', sale.goods)
    .where('removed_at', 'is', null)
    .where('stock', '>=', sale.quantity)
    .executeTakeFirst();
  if (taken.numUpdatedRows) return void (await count(tx, goods, sale.at, { sales: sale.quantity }));
  await tx
    .updateTable('shop_sale')
    .set({ state: 'refused', commission: 0 })
    .where('member', '=', sale.member)
    .where('number', '=', sale.number)
    .execute();
}

/** Applies a returned sale, once: the pieces go back into stock, and credited earnings are taken back. */
async function giveBack(tx: Tx, event: ShopEvent & { kind: 'return' }, now: number): Promise<void> {
  const named = await tx
    .selectFrom('shop_sale')
    .select('member')
    .where('number', '=', event.number)
    .executeTakeFirst();
  if (!named) return;
  const sale = await tx
    .selectFrom('shop_sale')
    .selectAll()
    .where('member', '=', named.member)
    .where('number', '=', event.number)
    .forUpdate()
    .executeTakeFirst();
  if (sale?.state !== 'held' && sale?.state !== 'credited') return;
  await tx
    .updateTable('shop_sale')
    .set({ state: 'returned', returned_at: event.at })
    .where('member', '=', sale.member)
    .where('number', '=', sale.number)
    .execute();
  await tx
    .updateTable('shop_goods')
    .set((is) => ({ stock: is('stock', '+', sale.quantity), sold: is('sold', '-', sale.quantity) }))
    .where('member', '=', sale.member)
    .where('id', '=', sale.goods)
    .execute();
  await tx
    .updateTable('shop_goods_day')
    .set((is) => ({ sales: is('sales', '-', sale.quantity) }))
    .where('member', '=', sale.member)
    .where('goods', '=', sale.goods)
    .where('day', '=', dayOf(sale.at.getTime()))
    .execute();
  if (sale.state === 'credited' && sale.commission > 0) await takeBack(tx, sale, now);
}

/** Takes the amount from the store balance as far as it suffices; the rest is owed, and deducted from the next credit. */
async function takeBack(tx: Tx, sale: SaleRow, now: number): Promise<void> {
  await tx.selectFrom('shop').select('member').where('member', '=', sale.member).forUpdate().execute();
  const account = await tx
    .selectFrom('account')
    .select('balance')
    .where('home', '=', sale.member)
    .where('id', '=', storeOf(sale).id)
    .forUpdate()
    .executeTakeFirst();
  const amount = Math.min(account?.balance ?? 0, sale.commission);
  if (amount > 0) await postMovement(tx, takenBack(sale, amount), now);
  if (amount < sale.commission)
    await tx
      .updateTable('shop')
      .set((is) => ({ owed: is('owed', '+', sale.commission - amount) }))
      .where('member', '=', sale.member)
      .execute();
  const values = { amount: sale.commission, number: sale.number, name: sale.name };
  const link = `pages/goodsDetail?id=${sale.goods}`;
  await notifyMember(tx, sale.member, { kind: 'saleReturned', values, link }, now);
}

/** Applies an event in the caller's transaction. Events of unknown goods and sales do nothing. */
export async function applyEvent(tx: Tx, event: ShopEvent, rules: Rules, now: number): Promise<void> {
  if (event.kind === 'sale') return sell(tx, event, rules);
  if (event.kind === 'return') return giveBack(tx, event, now);
  const good = await tx
    .selectFrom('shop_goods')
    .select(['id', 'member'])
    .where('id', '=', event.goods)
    .executeTakeFirst();
  if (good && event.count > 0) await count(tx, good, event.at, { views: event.count });
}

/** Credits a held sale, once, less the amount that its member owes. Returns whether it did. */
export async function creditSale(
  tx: Tx,
  { number, member }: Pick<SaleRow, 'number' | 'member'>,
  now: number,
): Promise<boolean> {
  const sale = await tx
    .updateTable('shop_sale')
    .set({ state: 'credited' })
    .where('member', '=', member)
    .where('number', '=', number)
    .where('state', '=', 'held')
    .where('credit_at', '<=', new Date(now))
    .returningAll()
    .executeTakeFirst();
  if (!sale) return false;
  if (sale.commission < 1) return true;
  const shop = await tx
    .selectFrom('shop')
    .select('owed')
    .where('member', '=', sale.member)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await postMovement(tx, credited(sale), now);
  const withheld = Math.min(shop.owed, sale.commission);
  if (!withheld) return true;
  await postMovement(tx, takenBack(sale, withheld), now);
  await tx
    .updateTable('shop')
    .set({ owed: shop.owed - withheld })
    .where('member', '=', sale.member)
    .execute();
  return true;
}
