// @rarely: a walk of a thousand operations; payout.test.ts and wallet.test.ts have its rules one by one

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { payRent } from '../../src/server/accruals/rent';
import { createPasswords } from '../../src/server/auth/passwords';
import { decideRemittance } from '../../src/server/checkout/audit-remittance';
import { orderCalls } from '../../src/server/checkout/order-handlers';
import { refundOrder } from '../../src/server/checkout/refund-order';
import type { Db } from '../../src/server/db/database';
import type { RequestContext } from '../../src/server/kernel/context';
import { dayOf } from '../../src/server/kernel/dates';
import { accountOfRow } from '../../src/server/ledger/accounts';
import { audit } from '../../src/server/ledger/audit';
import { promotionCalls } from '../../src/server/promotion/handlers';
import { readSettings } from '../../src/server/settings/settings';
import { decideWithdrawal } from '../../src/server/wallet/decide-withdrawal';
import { walletCalls } from '../../src/server/wallet/handlers';
import { openTestDb } from './support/database';
import { addOrder } from './support/devices';
import { addMember } from './support/member';
import type { TestGateway } from './support/open';
import { random } from './support/random';
import { addProduct, give, noProvider } from './support/shop';
import { createTally } from './support/tally';
import { addAccount } from './support/wallet';

/** `npm run soak` plays as many as it is asked for, from a seed of its own. */
const operations = Number(process.env.OPERATIONS ?? 1000);
const atOnce = 16;
const seed = Number(process.env.SEED ?? 20260510);
const start = Date.parse('2026-05-10T08:00:00Z');
const day = 86_400_000;
const price = 40_00;

const test = suite<{ db: Db }>(`the wallet, sixteen at a time (SEED=${seed})`);
test.before(async (context) => {
  context.db = await openTestDb();
});
test.after(({ db }) => db.close());

/** Invariants while everything moves. Each selects violations in one statement, and so at one moment. */
const frozenIsOpen = sql<{ id: string }>`
  select a.id from account a where a.kind = 'frozen' and a.balance <> (
    select coalesce(sum(w.amount), 0) from withdrawal w where w.member = a.home and w.status in (0, 1))`;
const openIsFrozen = sql<{ id: string }>`
  select w.id from withdrawal w where w.status in (0, 1) and not exists (
    select 1 from account a where a.home = w.member and a.kind = 'frozen' and a.balance >= w.amount)`;
/** The movements of a withdrawal are what its status says: set aside once, and given back or spent once if it has ended. */
const oneEffect = sql<{ id: string }>`
  select w.id from withdrawal w left join transfer t on t.home = w.member and t.ref = w.number
  group by w.member, w.id, w.status
  having count(*) filter (where t.kind = 'withdraw') <> 1
    or count(*) filter (where t.kind = 'withdraw-rejected') <> case w.status when 2 then 1 else 0 end
    or count(*) filter (where t.kind = 'withdraw-remitted') <> case w.status when 3 then 1 else 0 end
    or count(*) filter (where t.kind = 'withdraw-revoked') <> case w.status when 4 then 1 else 0 end`;
/** Each balance is the one before and what was added, back to the first. */
const brokenChain = sql<{ id: string }>`
  select id from (
    select account || ' ' || seq as id, amount, balance_after, seq,
      lag(balance_after, 1, cast(0 as bigint)) over (partition by account order by seq) as before,
      lag(seq, 1, cast(0 as bigint)) over (partition by account order by seq) as last
    from posting) p
  where balance_after <> before + amount or seq <> last + 1`;

async function inOrder(db: Db, when: string): Promise<void> {
  assert.equal(await audit(db.run), {}, `${when} (SEED=${seed})`);
  for (const [name, query] of Object.entries({ frozenIsOpen, openIsFrozen, oneEffect }))
    assert.equal((await query.execute(db.run)).rows, [], `${name} ${when} (SEED=${seed})`);
}

interface Person {
  id: string;
  card: string;
}

async function people(db: Db): Promise<Person[]> {
  const gateway = { db, clock: { ahead: 0 } } as TestGateway;
  return Promise.all(
    Array.from({ length: 12 }, async () => {
      const { id } = await addMember(gateway, { password: 'nobody signs in' });
      await give(gateway, id, 'balance', 500_00);
      await give(gateway, id, 'store', 200_00);
      await give(gateway, id, 'promotion', 100);
      await addOrder(gateway, id, { orderedAt: start - 100 * day, rent: 7_31, days: 1000 });
      return { id, card: await addAccount(gateway, id) };
    }),
  );
}

test(`${operations} operations in any order keep every fen in its place`, async ({ db }) => {
  const draw = random(seed);
  const settings = readSettings({ PAY_PASSWORD_FROM: 'off' });
  const passwords = createPasswords();
  const members = await people(db);
  const goods = await addProduct({ db }, { category: 'goods', price, days: 0, daily_rent: 0 });
  let now = start;
  let days = 0;
  const wallet = walletCalls.handlers;
  /** Mostly a few of them, so that they get in each other's way. */
  const someone = () => members[draw(3) ? draw(3) : draw(members.length)]!;
  const ctx = ({ id }: Person) =>
    ({
      db,
      member: id,
      session: '',
      locale: 'en',
      appid: 'h5',
      ip: '',
      now,
      settings,
      passwords,
      fileSecret: 'x'.repeat(32),
    }) as RequestContext;

  const applied = new Map<string, string>(); // by request key
  const owner = new Map<string, Person>();
  const recent: string[] = [];
  const orders: string[] = [];
  /** The results of withdrawals that callers received; they are final. */
  const ended = new Map<string, Set<number>>();
  const { happened, count, done, attempt } = createTally();

  const apply = async () => {
    const person = someone();
    const source = draw(4) ? ('balance' as const) : ('store' as const);
    const amount = source === 'balance' ? (draw(6) ? 100_00 + draw(200_00) : 900_00) : 50_00 + draw(150_00);
    const requestKey = randomUUID();
    const input = { source, amount, accountId: person.card, requestKey };
    // Now and then the phone hears no answer and sends it again, or a second phone sends the same wish of its own.
    const inputs = [[input], [input, input], [input, { ...input, requestKey: randomUUID() }]][
      draw(8) ? 0 : 1 + draw(2)
    ]!;
    const answers = await Promise.all(
      inputs.map(async (one) => ({
        one,
        is: await attempt('apply', () => wallet.applyWithdrawal(one, ctx(person))),
      })),
    );
    for (const { one, is } of answers) {
      if (!is) continue;
      assert.is(applied.get(one.requestKey) ?? is.id, is.id, 'one request key, two withdrawals');
      if (!applied.has(one.requestKey)) recent.push(is.id);
      applied.set(one.requestKey, is.id);
      owner.set(is.id, person);
    }
  };

  const told = (id: string, status: number) => ended.set(id, (ended.get(id) ?? new Set()).add(status));
  const some = () => recent[Math.max(0, recent.length - 1 - draw(20))];
  const revoke = async (id = some()) => {
    if (!id) return;
    const person = draw(20) ? owner.get(id)! : someone();
    const is = await attempt('revoke', () =>
      wallet.revokeWithdrawal({ id, requestKey: randomUUID() }, ctx(person)),
    );
    if (is) told(id, is.status);
  };
  const judge = async (id = some(), status = [1, 1, 2, 3, 3][draw(5)]!) => {
    if (!id) return;
    const step =
      status === 1
        ? { status: 1 as const, usdtRate: 700 }
        : status === 2
          ? { status: 2 as const, reason: 'no' }
          : { status: 3 as const, reference: `bank ${id}` };
    if ((await attempt(`to ${status}`, () => decideWithdrawal(db, id, step, now))) && status > 1)
      told(id, status);
  };
  /** The member and the desk, or two desks, at the same moment. */
  const quarrel = async () => {
    const id = some();
    if (id)
      await Promise.all([revoke(id), judge(id, 1), judge(id, 2), judge(id, 3), judge(id)].slice(draw(4)));
  };

  const rent = async () => {
    const paid = dayOf(start + days * day);
    if (draw(2)) days++;
    count('rent', await payRent(db, paid, now));
  };
  const recharge = async () => {
    const id = randomUUID();
    await db.run
      .insertInto('remittance')
      .values({
        id,
        member: someone().id,
        order_no: null,
        amount: 1_00 + draw(300_00),
        phone: '13800138000',
        voucher: randomUUID(),
        voucher_hash: id,
        same_as: null,
        state: 'auditing',
        reason: null,
        at: new Date(now),
        decided_at: null,
      })
      .execute();
    const approve = () =>
      attempt('recharge', () => decideRemittance(db, id, { state: 'approved', reason: null }, now));
    await Promise.all(draw(4) ? [approve()] : [approve(), approve()]);
  };
  const shop = () => give({ db }, someone().id, 'store', 1_00 + draw(90_00)).then(() => count('shop'));
  const transfer = async () => {
    const [from, to] = [someone(), someone()];
    const input = { to: to.id, amount: 1 + draw(40), requestKey: randomUUID() };
    await attempt('transfer', () => promotionCalls.handlers.transferUserScore(input, ctx(from)));
  };
  const buy = async () => {
    const quantity = 1 + draw(3);
    const input = {
      items: [{ productId: goods, quantity }],
      shownTotal: price * quantity,
      requestKey: randomUUID(),
      address: { username: 'Mei', userphone: '13800138000', address: 'Here' },
    };
    const made = await attempt('buy', () => orderCalls.handlers.addByMoney(input, ctx(someone())));
    if (made) orders.push(made.orderNo);
  };
  const giveBack = async () => {
    const orderNo = orders[draw(orders.length || 1)];
    if (!orderNo) return;
    const amount = draw(2) ? {} : { amount: 1 + draw(price) };
    await attempt('refund', () =>
      refundOrder(db, noProvider, { orderNo, reason: 'x', requestKey: randomUUID(), ...amount }, now),
    );
  };

  const chances: [number, () => Promise<unknown>][] = [
    [38, apply],
    [18, revoke],
    [68, judge],
    [36, quarrel],
    [1, rent],
    [10, recharge],
    [5, shop],
    [7, transfer],
    [3, buy],
    [3, giveBack],
  ];
  const drawn = chances.flatMap(([times, work]) => Array.from({ length: times }, () => work));
  let looked = 0;
  const failures: unknown[] = [];
  const phone = async () => {
    while (done() < operations && !failures.length) {
      now += draw(60_000);
      await drawn[draw(drawn.length)]!();
      if (done() < looked + operations / 5) continue;
      looked = done();
      await inOrder(db, `after ${looked}`);
    }
  };
  // The first failure is the one to read: the other phones put down what they are at before the database is closed.
  await Promise.all(Array.from({ length: atOnce }, () => phone().catch((error) => failures.push(error))));
  if (failures.length) throw failures[0];

  await inOrder(db, 'in the end');
  assert.equal((await brokenChain.execute(db.run)).rows, [], `SEED=${seed}`);
  const rows = await db.run.selectFrom('withdrawal').selectAll().execute();
  assert.equal(new Set(rows.map(({ id }) => id)), new Set(applied.values()), `SEED=${seed}`);
  for (const { id, status } of rows)
    assert.equal(
      [...(ended.get(id) ?? [status])],
      [status],
      `${id} was said to have ended otherwise (SEED=${seed})`,
    );
  await sumsAgree(db, rows);
  const every = [
    'apply',
    'revoke',
    'to 1',
    'to 2',
    'to 3',
    'rent',
    'recharge',
    'shop',
    'transfer',
    'buy',
    'refund',
  ];
  const refused = ['insufficientBalance', 'insufficientStore', 'withdrawalIsApproved', 'withdrawalIsRevoked'];
  for (const what of [...every, ...refused])
    assert.ok((happened.get(what) ?? 0) >= operations / 500, `${what}: ${happened.get(what)} (SEED=${seed})`);
});

/** Payouts plus fees equal the remitted amounts; members' balances equal everything that they ever received. */
async function sumsAgree(db: Db, rows: readonly { status: number; amount: number; fee: number }[]) {
  const sum = (all: number[]) => all.reduce((total, one) => total + one, 0);
  const remitted = rows.filter(({ status }) => status === 3);
  const accounts = await db.run.selectFrom('account').select(['id', 'member', 'balance', 'asset']).execute();
  const holds = (id: string) =>
    sum(accounts.filter((one) => accountOfRow(one.id) === id).map(({ balance }) => balance));
  assert.is(holds('system:fees:CNY'), sum(remitted.map(({ fee }) => fee)), `SEED=${seed}`);
  assert.is(holds('system:payout:CNY'), sum(remitted.map(({ amount, fee }) => amount - fee)), `SEED=${seed}`);
  assert.ok(
    accounts.every(({ member, balance }) => member === null || balance >= 0),
    `SEED=${seed}`,
  );
}

test.run();
