import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import * as calls from '../../../src/contract/shop/goods';
import type { Tables } from '../../../src/server/schema/tables';
import { addMember } from './member';
import type { Sent, TestGateway } from './open';

type Supplied = Partial<Insertable<Tables['platform_goods']>>;

const category = 'c-lights';
let rank = 0;

/** Goods of the platform: 60 yuan to supply, 90 suggested, ten in stock unless said; gives their ids. */
export async function addSuppliedGoods(
  { db }: Pick<TestGateway, 'db'>,
  each: readonly Supplied[],
): Promise<string[]> {
  await db.run
    .insertInto('platform_category')
    .values({ id: category, name_en: 'Lights', name_zh: '灯具', position: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = each.map((values) => ({
    id: `pg-${randomUUID().slice(0, 8)}`,
    category,
    name_en: 'Ring light',
    name_zh: '补光灯',
    description_en: '',
    description_zh: '',
    supply_price: 60_00,
    suggested_price: 90_00,
    stock: 10,
    picture: 'lamp',
    supplied: true,
    rank: ++rank,
    created_at: new Date(),
    ...values,
  }));
  await db.run.insertInto('platform_goods').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** One of them. */
export async function addSupplied(gateway: Pick<TestGateway, 'db'>, values: Supplied = {}): Promise<string> {
  const [id = ''] = await addSuppliedGoods(gateway, [values]);
  return id;
}

export interface Owner {
  member: string;
  as: Sent;
}

/** A member with a shop. */
export async function addOwner(gateway: TestGateway): Promise<Owner> {
  const { id } = await addMember(gateway, { password: 'nobody signs in' });
  const as = await gateway.signIn(id);
  const shop = { name: 'Mei cooks', introduction: 'At night', requestKey: randomUUID() };
  const { code, message } = await gateway.send(calls.setupShop, shop, as);
  if (code !== '1') throw new Error(message);
  return { member: id, as };
}

/** Takes goods of the platform into the member's shop, as the member does; gives their ids there, in the same order. */
export async function takeIn(gateway: TestGateway, { member, as }: Owner, ids: string[]): Promise<string[]> {
  await gateway.send(calls.takeGoods, { ids, requestKey: randomUUID() }, as);
  const rows = await gateway.db.run
    .selectFrom('shop_goods')
    .select(['id', 'platform_id'])
    .where('member', '=', member)
    .where('removed_at', 'is', null)
    .execute();
  return ids.map((id) => rows.find((row) => row.platform_id === id)?.id ?? '');
}

/** A good of the member's, on sale. */
export async function addGoods(gateway: TestGateway, owner: Owner, values: Supplied = {}): Promise<string> {
  const [id = ''] = await takeIn(gateway, owner, [await addSupplied(gateway, values)]);
  await gateway.send(calls.upperBatch, { ids: [id], state: 'on', requestKey: randomUUID() }, owner.as);
  return id;
}

export const detailOf = async (gateway: TestGateway, { as }: Owner, id: string) =>
  (await gateway.send(calls.shopGoodsDetail, { id }, as)).body as calls.ShopGoodsDetail;

/** Saves a good as a form does that was filled from `detail`. */
export const edit = (
  gateway: TestGateway,
  { as }: Owner,
  detail: calls.ShopGoodsDetail,
  change: object = {},
) =>
  gateway.send(
    calls.editGoods,
    {
      id: detail.id,
      version: detail.version,
      name: detail.name,
      description: detail.description,
      price: detail.price,
      stock: detail.stock,
      stockBefore: detail.stock,
      categoryId: detail.categoryId,
      pictures: detail.pictures,
      requestKey: randomUUID(),
      ...change,
    },
    as,
  );
