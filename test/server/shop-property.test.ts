// @rarely: a walk of a thousand operations; goods.test.ts has its rules one by one

import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db } from '../../src/server/db/database';
import { followSales } from '../../src/server/goods/follow-sales';
import { goodsCalls } from '../../src/server/goods/handlers';
import { ownGoods } from '../../src/server/goods/own';
import { type ShopProvider, shopProvider } from '../../src/server/goods/provider';
import { creditSale } from '../../src/server/goods/sales';
import { sandboxReturn, sandboxSale } from '../../src/server/goods/sandbox';
import type { RequestContext } from '../../src/server/kernel/context';
import { audit } from '../../src/server/ledger/audit';
import { balances } from '../../src/server/ledger/balances';
import { readSettings } from '../../src/server/settings/settings';
import { decideWithdrawal } from '../../src/server/wallet/decide-withdrawal';
import { walletCalls } from '../../src/server/wallet/handlers';
import { openTestDb } from './support/database';
import { addSupplied } from './support/goods';
import { addMember } from './support/member';
import type { TestGateway } from './support/open';
import { random } from './support/random';
import { createTally } from './support/tally';
import { addAccount } from './support/wallet';

const operations = Number(process.env.OPERATIONS ?? 500);
const atOnce = 8;
const seed = Number(process.env.SEED ?? 20261101);
const start = Date.parse('2026-05-10T08:00:00Z');

const test = suite<{ db: Db }>(`the money of shops, eight at a time (SEED=${seed})`);
test.before(async (context) => {
  context.db = await openTestDb();
});
test.after(({ db }) => db.close());

interface Keeper {
  id: string;
  card: string;
  goods: string[];
}

test('sales, returns, edits and withdrawals in any order keep every fen and every piece in its place', async ({
  db,
}) => {
  const draw = random(seed);
  const settings = readSettings({ PAY_PASSWORD_FROM: 'off', PAYOUT_REST_HOURS: '0' });
  const provider = shopProvider(db, settings) as ShopProvider;
  const gateway = { db, clock: { ahead: 0 } } as TestGateway;
  let now = start;
  const ctx = (member: string) =>
    ({ db, member, session: '', locale: 'en', appid: 'h5', ip: '', now, settings }) as RequestContext;
  const { handlers } = goodsCalls;
  const key = () => ({ requestKey: randomUUID() });

  const supplied = await Promise.all(
    [1, 2, 3].map((at) =>
      addSupplied(gateway, { supply_price: at * 40_00, suggested_price: at * 70_00, stock: 40 }),
    ),
  );
  const keepers: Keeper[] = [];
  /** Pieces that were put into stock, by good. */
  const stocked = new Map<string, number>();
  for (let at = 0; at < 4; at++) {
    const { id } = await addMember(gateway, { password: 'nobody signs in' });
    await handlers.setupShop({ name: 'Shop', introduction: '', ...key() }, ctx(id));
    await handlers.takeGoods({ ids: supplied, ...key() }, ctx(id));
    const goods = (await db.run.selectFrom('shop_goods').select('id').where('member', '=', id).execute()).map(
      (row) => row.id,
    );
    for (const one of goods) stocked.set(one, 40);
    keepers.push({ id, card: await addAccount(gateway, id), goods });
  }
  const someone = () => keepers[draw(keepers.length)] as Keeper;
  const sales: string[] = [];
  const { happened, count, done, attempt } = createTally();

  const sell = async () => {
    const { goods } = someone();
    sales.push(await sandboxSale(db.run, goods[draw(goods.length)] as string, 1 + draw(4), now));
    count('sale');
  };
  const giveBack = async () => {
    const number = sales[draw(sales.length || 1)];
    if (!number) return;
    await sandboxReturn(db.run, number, now);
    count('return');
  };
  const follow = async () => {
    await Promise.all(Array.from({ length: 1 + draw(2) }, () => followSales(db, provider, settings, now)));
    count('follow');
  };
  const credit = async () => {
    const due = await db.run
      .selectFrom('shop_sale')
      .select(['number', 'member'])
      .where('state', '=', 'held')
      .where('credit_at', '<=', new Date(now))
      .limit(5)
      .execute();
    for (const sale of due) {
      const twice = await Promise.all([1, 2].map(() => db.tx((tx) => creditSale(tx, sale, now))));
      assert.ok(twice.filter(Boolean).length < 2, `credited twice (SEED=${seed})`);
      if (twice.some(Boolean)) count('credit');
    }
  };
  const edit = async () => {
    const { id, goods } = someone();
    const one = goods[draw(goods.length)] as string;
    const row = await ownGoods(db.run, id, one);
    const more = draw(30) - 8;
    const stock = Math.max(0, row.stock + more);
    const saved = await attempt('edit', () =>
      handlers.editGoods(
        {
          id: one,
          version: row.version,
          name: row.name,
          description: '',
          pictures: [],
          categoryId: '',
          price: (row.supply_price ?? 0) + draw(50_00),
          stock,
          stockBefore: row.stock,
          ...key(),
        },
        ctx(id),
      ),
    );
    if (saved) stocked.set(one, (stocked.get(one) ?? 0) + stock - row.stock);
  };
  const withdraw = async () => {
    const { id, card } = someone();
    const input = { source: 'store' as const, amount: 50_00 + draw(100_00), accountId: card, ...key() };
    const applied = await attempt('withdraw', () => walletCalls.handlers.applyWithdrawal(input, ctx(id)));
    if (!applied || draw(2)) return;
    const step = { status: 2 as const, reason: 'no' };
    await attempt('reject', () => decideWithdrawal(db, applied.id, step, now));
  };

  const chances: [number, () => Promise<unknown>][] = [
    [30, sell],
    [12, giveBack],
    [14, follow],
    [20, credit],
    [10, edit],
    [14, withdraw],
  ];
  const drawn = chances.flatMap(([times, work]) => Array.from({ length: times }, () => work));
  const failures: unknown[] = [];
  const phone = async () => {
    while (done() < operations && !failures.length) {
      now += draw(3_600_000);
      await drawn[draw(drawn.length)]?.();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, () => phone().catch((error) => failures.push(error))));
  if (failures.length) throw failures[0];
  await followSales(db, provider, settings, now);

  assert.equal(await audit(db.run), {}, `SEED=${seed}`);
  for (const { id, goods } of keepers) {
    const mine = await db.run.selectFrom('shop_sale').selectAll().where('member', '=', id).execute();
    const shop = await db.run
      .selectFrom('shop')
      .select('owed')
      .where('member', '=', id)
      .executeTakeFirstOrThrow();
    const sum = (states: string[]) =>
      mine.filter(({ state }) => states.includes(state)).reduce((all, one) => all + one.commission, 0);
    const { store, frozen } = await balances(db.run, id);
    // Money that was credited and not taken back is held, on its way out, or was owed.
    assert.is(store + frozen - shop.owed, sum(['credited']), `money of ${id} (SEED=${seed})`);
    for (const one of goods) {
      const row = await ownGoods(db.run, id, one);
      const out = mine
        .filter(({ goods: of, state }) => of === one && (state === 'held' || state === 'credited'))
        .reduce((all, { quantity }) => all + quantity, 0);
      assert.equal(
        [row.sold, row.stock + row.sold],
        [out, stocked.get(one)],
        `pieces of ${one} (SEED=${seed})`,
      );
    }
  }
  for (const what of ['sale', 'return', 'credit', 'edit', 'withdraw', 'reject'])
    assert.ok((happened.get(what) ?? 0) >= operations / 100, `${what}: ${happened.get(what)} (SEED=${seed})`);
});

test.run();
