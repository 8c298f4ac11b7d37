import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import * as assert from 'uvu/assert';
import * as orders from '../../../src/contract/buying/orders';
import * as products from '../../../src/contract/buying/products';
import { assets, type Kind, memberAccount, systemAccount } from '../../../src/server/ledger/accounts';
import { audit } from '../../../src/server/ledger/audit';
import { balances } from '../../../src/server/ledger/balances';
import { postMovement } from '../../../src/server/ledger/post';
import { insertCoupon } from '../../../src/server/products/put-coupon';
import { insertProducts } from '../../../src/server/products/put-product';
import type { Tables } from '../../../src/server/schema/tables';
import type { Reply, Sent, TestGateway } from './open';

type Product = Insertable<Tables['product']>;
type Shop = Pick<TestGateway, 'db'>;

/** A product straight in the database: machines for 100 yuan, plenty in stock, unless said; gives its id. */
export async function addProduct({ db }: Shop, values: Partial<Product> = {}): Promise<string> {
  const id = values.id ?? `p-${randomUUID().slice(0, 8)}`;
  const row: Product = {
    id,
    name_en: 'Studio',
    name_zh: '工作室',
    description_en: 'Cloud phones',
    description_zh: 'Cloudphone 云手机',
    category: 'machines',
    price: 100_00,
    price_before: null,
    points: null,
    cloud_beans: null,
    stock: 100_000,
    sold: 0,
    per_order: 9_999,
    days: 30,
    daily_rent: 1_00,
    tiers: '[]',
    rank: 1,
    on_sale: true,
    created_at: new Date(),
    ...values,
  };
  await db.tx((tx) => insertProducts(tx, [row]));
  return id;
}

export async function addCoupon(
  { db }: Shop,
  values: Partial<Insertable<Tables['coupon']>> = {},
): Promise<string> {
  const code = `C${randomUUID().slice(0, 8).toUpperCase()}`;
  const row = {
    code,
    name_en: 'Off',
    name_zh: '优惠',
    kind: 'amount' as const,
    value: 10_00,
    minimum: 0,
    product_ids: null,
    left_over: 10,
    valid_until: new Date(Date.now() + 86_400_000),
    ...values,
  };
  await db.tx((tx) => insertCoupon(tx, row));
  return row.code;
}

/** Gives a member something to pay with. */
export const give = ({ db }: Shop, member: string, kind: Kind, amount: number) =>
  db.tx((tx) =>
    postMovement(
      tx,
      {
        kind: 'gift',
        asset: assets[kind],
        entries: [
          [memberAccount(member, kind), amount],
          [systemAccount('gift', assets[kind]), -amount],
        ],
        memo: '',
        ref: member,
      },
      Date.now(),
    ),
  );

export const held = async ({ db }: Shop, member: string, kind: Kind = 'balance') =>
  (await balances(db.run, member))[kind];

export async function stockAndSold({ db }: Shop, id: string): Promise<[stock: number, sold: number]> {
  const { stock, sold } = await db.run
    .selectFrom('product_stock')
    .selectAll()
    .where('product', '=', id)
    .executeTakeFirstOrThrow();
  return [stock, sold];
}
export const stockOf = async (shop: Shop, id: string) => (await stockAndSold(shop, id))[0];

/** Every rule of the books holds, and what waits on the prepaid account is what open orders have received. */
export async function booksInOrder({ db }: Shop): Promise<void> {
  assert.equal(await audit(db.run), {});
  const open = await db.run
    .selectFrom('purchase')
    .where('state', 'in', [0, -3])
    .where('currency', '=', 'money')
    .select((is) => is.fn.sum<number>('paid').as('paid'))
    .executeTakeFirst();
  const prepaid = await db.run
    .selectFrom('account')
    .select((is) => is.fn.sum<number>('balance').as('balance'))
    .where('member', 'is', null)
    .where('kind', '=', 'prepaid')
    .executeTakeFirst();
  assert.is(Number(prepaid?.balance ?? 0), Number(open?.paid ?? 0));
}

export interface Wanted {
  productId: string;
  quantity?: number;
  serialNumber?: string;
  couponCode?: string;
  channel?: string;
  currency?: products.Currency;
  requestKey?: string;
  /** Instead of the server's own price. */
  shownTotal?: number;
  address?: object;
  proof?: string;
}

/** Orders at the price that the server quotes. */
export async function order(
  gateway: TestGateway,
  as: Sent,
  call: { path: string },
  { productId, quantity = 1, serialNumber, currency, channel, ...wanted }: Wanted,
): Promise<Reply> {
  const items = [{ productId, quantity, ...(serialNumber && { serialNumber }) }];
  const couponCode = wanted.couponCode;
  const quoted = await gateway.send(
    products.quote,
    { items, ...(couponCode && { couponCode }), ...(currency && { currency }) },
    as,
  );
  return gateway.send(
    call,
    {
      items,
      ...(channel && { channel }),
      shownTotal: quoted.body.total ?? 1,
      requestKey: randomUUID(),
      ...wanted,
    },
    as,
  );
}

/** Goods that a member has paid for with the balance, in fen, so that the member may reserve more. */
export async function hasPaid(gateway: TestGateway, as: Sent, member: string, fen: number): Promise<void> {
  await give(gateway, member, 'balance', fen);
  const reply = await order(gateway, as, orders.addByMoney, {
    productId: await addProduct(gateway, { price: fen }),
  });
  assert.is(reply.code, '1');
}

/** An order that waits for the channel's payment; gives its number. */
export async function waiting(gateway: TestGateway, as: Sent, wanted: Wanted): Promise<string> {
  const usdt = wanted.channel === 'usdt';
  const { channel, ...rest } = wanted;
  const reply = await order(gateway, as, usdt ? orders.addUserUsdt : orders.addUserOrder, {
    ...rest,
    ...(!usdt && { channel: channel ?? 'card' }),
  });
  if (reply.code !== '1') throw new Error(`no order: ${reply.message}`);
  return reply.body.orderNo;
}

export const stateOf = async (gateway: TestGateway, as: Sent, orderNo: string) =>
  (await gateway.send(orders.getOrder, { orderNo }, as)).body as orders.Order;

/** No payment method refunds: all goes to the balance. */
export const noProvider = () => undefined;

/** The sandbox's page, used as a member would. */
export const press = (gateway: TestGateway, url: string, button: string) =>
  fetch(`${gateway.url}${url}`, {
    method: 'POST',
    body: new URLSearchParams({ do: button }),
    redirect: 'manual',
  });
