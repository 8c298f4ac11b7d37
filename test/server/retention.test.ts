import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type PeriodName, periodNames, periods } from '../../src/contract/desk/periods';
import { WithdrawalStatus } from '../../src/contract/money/wallet';
import { endings, retention } from '../../src/server/endings';
import { checkTrail } from '../../src/server/operator/trail';
import { markUnused } from '../../src/server/pictures/own-pictures';
import { sweepPictures } from '../../src/server/pictures/sweep';
import type { Tables } from '../../src/server/schema/tables';
import { untilBlocked } from './support/blocked';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { addRows } from './support/rows';
import { addPicture } from './support/upload';
import { desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
}
const test = suite<Context>('retention');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const day = 86_400_000;

/** A row of each kind as old as `at`, and whether it, or what it says, is still there. */
interface Kept {
  add(gateway: TestGateway, at: Date): Promise<() => Promise<boolean>>;
}

const has = async ({ db }: TestGateway, table: string, column: string, value: unknown): Promise<boolean> =>
  (await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(db.run)).rows
    .length > 0;

/** A row with a marker, which goes with the row or is emptied in it. */
const marked = (
  table: keyof Tables,
  column: string,
  row: (gateway: TestGateway, at: Date, member: string) => object | Promise<object>,
): Kept => ({
  async add(gateway, at) {
    const { id } = await addMember(gateway);
    const mark = randomUUID();
    await addRows(gateway, table, [{ member: id, ...(await row(gateway, at, id)), [column]: mark }]);
    return () => has(gateway, table, column, mark);
  },
});
const withoutMember = (table: keyof Tables, column: string, row: (at: Date) => object): Kept => ({
  async add(gateway, at) {
    const mark = randomUUID();
    await addRows(gateway, table, [{ ...row(at), [column]: mark }]);
    return () => has(gateway, table, column, mark);
  },
});

async function paid(gateway: TestGateway, member: string): Promise<string> {
  const order_no = randomUUID();
  await addRows(gateway, 'purchase', [
    { order_no, member, state: 1, amount: 1, total: 1, paid: 1, discount: 0 },
  ]);
  return order_no;
}

/** Acts of the back office are written into the trail, and made older there. */
const acted = (reads: boolean): Kept => ({
  async add(gateway, at) {
    const { username } = await addMember(gateway);
    await desk(
      gateway,
      `members/${username}${reads ? '' : '/lock'}`,
      reads ? undefined : { reason: 'A thief' },
    );
    // the hash contains the time, so the chain of this test is not checked after it
    await gateway.db.run.updateTable('operator_action').set({ at }).where('target', '=', username).execute();
    return () => has(gateway, 'operator_action', 'target', username);
  },
});

const kept: Record<PeriodName, Kept> = {
  chats: marked('conversation_message', 'text', async (gateway, at, member) => {
    await addRows(gateway, 'conversation', [{ member }]);
    return { id: 1, author: 'member', at };
  }),
  aiChats: marked('ai_turn', 'question', (_, at) => ({ at, help: '[]', state: 'done', source: 'help' })),
  requests: marked('work_order', 'title', (_, changed_at) => ({ status: 2, changed_at, annex: '[]' })),
  messages: marked('system_message', 'told', (_, at) => ({ at, kind: 'text' })),
  notes: withoutMember('desk_note', 'text', (at) => ({ at, area: 'products' })),
  devices: marked('known_device', 'device', (_, seen_at) => ({ seen_at })),
  idNumbers: marked('signature', 'id_number', async (gateway, signed_at, member) => ({
    signed_at,
    order_no: await paid(gateway, member),
    picture: await addPicture(gateway, member),
  })),
  vouchers: {
    async add(gateway, decided_at) {
      const { id } = await addMember(gateway);
      const voucher = await addPicture(gateway, id);
      await gateway.db.run.updateTable('picture').set({ used: true }).where('id', '=', voucher).execute();
      await addRows(gateway, 'remittance', [
        { member: id, voucher, decided_at, state: 'approved', order_no: null, amount: 100 },
      ]);
      return async () => !!(await gateway.files.get(voucher));
    },
  },
  payees: marked('withdrawal', 'holder', (_, remitted_at) => ({
    source: 'balance',
    kind: 'bank',
    status: 3,
    remitted_at,
    amount: 100,
    reference: randomUUID(),
  })),
  invoices: marked('invoice', 'title', async (gateway, decided_at, member) => ({
    order_no: await paid(gateway, member),
    decided_at,
    kind: 'invoice',
    state: 'issued',
    buyer: 'person',
    number: randomUUID(),
  })),
  agreements: marked('agreement', 'app', async (gateway, erased_at, member) => {
    const hash = randomUUID();
    await addRows(gateway, 'agreement_text', [{ hash, document: 'terms' }]);
    await gateway.db.run.updateTable('member').set({ erased_at }).where('id', '=', member).execute();
    return { document: 'terms', text: hash, how: 'register' };
  }),
  reads: acted(true),
  trail: acted(false),
  failedJobs: withoutMember('job', 'kind', (run_at) => ({ run_at, state: 'dead', payload: '{}' })),
};

for (const name of periodNames)
  test(`${name} that are older than their period go, younger ones stay, and the setting decides`, async ({
    gateway,
  }) => {
    const { days, least } = periods[name];
    const now = Date.now();
    const add = (age: number) => kept[name].add(gateway, new Date(now - age));
    const [old, young, least_] = [
      await add((days + 1) * day),
      await add((days - 1) * day),
      await add((least + 1) * day),
    ];
    const run = async () => {
      await retention(gateway.settings).run(gateway.db, now);
      await sweepPictures(gateway.db, gateway.files, now);
    };
    assert.equal([await old(), await young(), await least_()], [true, true, true]);
    await run();
    const isYounger = least + 1 <= days;
    assert.equal([await old(), await young(), await least_()], [false, true, isYounger]);
    gateway.settings.periods[name] = least;
    await run();
    gateway.settings.periods[name] = days;
    assert.equal([await young(), await least_()], [days - 1 <= least, false]);
  });

test('a run ends a bounded number of rows at once, and the next runs the rest', async ({ gateway }) => {
  const { db } = gateway;
  const mark = randomUUID();
  const at = new Date('2020-01-01');
  await addRows(
    gateway,
    'desk_note',
    Array.from({ length: 5 }, () => ({ at, area: 'products', text: mark })),
  );
  const left = async () =>
    (await db.run.selectFrom('desk_note').select('id').where('text', '=', mark).execute()).length;
  const end = () => db.tx((tx) => endings.notes(tx, new Date('2020-02-01'), 3, Date.now()));
  assert.equal([await end(), await left()], [3, 2]);
  assert.equal([await end(), await left()], [2, 0]);
  assert.is(await end(), 0);
});

test('the picture of a bank transfer ends once, and the next run ends another', async ({ gateway }) => {
  const { db, files } = gateway;
  const end = (most = 1) => db.tx((tx) => endings.vouchers(tx, new Date('2020-02-01'), most, Date.now()));
  await end(1000); // of other tests
  const [first, second] = [
    await kept.vouchers.add(gateway, new Date('2020-01-01')),
    await kept.vouchers.add(gateway, new Date('2020-01-02')),
  ];
  const left = async () => {
    await sweepPictures(db, files, Date.now());
    return [await first(), await second()];
  };
  assert.equal([await end(), await left()], [1, [false, true]]);
  assert.equal([await end(), await left()], [1, [false, false]]);
  assert.is(await end(), 0);
});

test('a picture that a member uses while unused ones are deleted is kept', async ({ gateway }) => {
  const { db, files } = gateway;
  if (db.engine !== 'pg') return; // the embedded database does one after the other
  const id = await addPicture(gateway, (await addMember(gateway)).id);
  await markUnused(db.run, [id]);
  let isUsed = () => {};
  // outside of the transaction, on a connection of its own
  const used = new Promise<void>((settle) => (isUsed = settle));
  const sweep = used.then(() => sweepPictures(db, files, Date.now() + 2 * day));
  await db.tx(async (tx) => {
    await tx.updateTable('picture').set({ used: true }).where('id', '=', id).execute();
    isUsed();
    await untilBlocked(tx, 1);
  });
  await sweep;
  assert.ok(await has(gateway, 'picture', 'id', id));
});

test('a withdrawal that has not ended keeps its payee, however old it is', async ({ gateway }) => {
  const { db } = gateway;
  const { id: member } = await addMember(gateway);
  const { applied, approved, remitted, rejected, revoked } = WithdrawalStatus;
  const at = new Date('2020-01-01');
  const row = { member, source: 'balance', kind: 'bank', amount: 100, applied_at: at };
  const states = [
    { status: applied },
    { status: approved, decided_at: at },
    { status: remitted, decided_at: at, remitted_at: at, reference: randomUUID() },
    { status: rejected, decided_at: at, reason: 'no' },
    { status: revoked, revoked_at: at },
  ];
  for (const state of states) await addRows(gateway, 'withdrawal', [{ ...row, ...state }]);
  await db.tx((tx) => endings.payees(tx, new Date('2020-02-01'), 100, Date.now()));
  const left = await db.run
    .selectFrom('withdrawal')
    .select('status')
    .where('member', '=', member)
    .where('account_number', '<>', '')
    .execute();
  assert.equal(left.map(({ status }) => status).sort(), [applied, approved].sort());
});

test('the trail is in order after its oldest reads have lost their content', async () => {
  const gateway = await openGateway();
  const { username } = await addMember(gateway);
  await desk(gateway, `members/${username}`);
  await desk(gateway, `members/${username}/lock`, { reason: 'A thief' });
  await gateway.db.tx((tx) => endings.reads(tx, new Date(Date.now() + day), 100, Date.now()));
  assert.is(await gateway.db.tx((tx) => endings.reads(tx, new Date(Date.now() + day), 100, Date.now())), 0);
  const { inOrder, erased } = await checkTrail(gateway.db.run);
  assert.equal([inOrder, erased], [true, 1]);
  await gateway.db.tx((tx) => endings.trail(tx, new Date(Date.now() + day), 100, Date.now()));
  assert.equal(await checkTrail(gateway.db.run), { inOrder: true, rows: 5, erased: 3 });
  await gateway.close();
});

test('an unused picture is deleted however many older ones a member still uses', async ({ gateway }) => {
  const { id: owner } = await addMember(gateway);
  const now = Date.now();
  const unused = randomUUID();
  await addRows(gateway, 'picture', [
    ...Array.from({ length: 600 }, () => ({ owner, used: true, at: new Date(now - 3 * day) })),
    { id: unused, owner, used: false, at: new Date(now - 2 * day) },
  ]);
  await sweepPictures(gateway.db, gateway.files, now);
  const left = await gateway.db.run.selectFrom('picture').select('id').where('owner', '=', owner).execute();
  assert.equal([left.length, left.some(({ id }) => id === unused)], [600, false]);
});

test('the desk sorts the periods by their days, as numbers', async ({ gateway }) => {
  const sorted = async (sort: string): Promise<number[]> =>
    (await desk(gateway, `keeping?sort=${sort}`)).items.map(({ days }: { days: number }) => days);
  const days = periodNames.map((name) => periods[name].days).sort((a, b) => a - b);
  assert.is.not(days.join(), [...days].sort().join(), 'as texts they have another order');
  assert.equal(await sorted('days'), days);
  assert.equal(await sorted('-days'), days.reverse());
});

test('the desk sees the periods, and changes one within its bounds', async ({ gateway }) => {
  const { items } = await desk(gateway, 'keeping');
  assert.equal(
    items.map(({ kind }: { kind: string }) => kind),
    periodNames,
  );
  assert.equal(items[0].days, periods.chats.days);
  assert.is((await operator(gateway, 'setting', 'set', 'KEEP_CHATS', '90', 'Less is enough')).code, 0);
  assert.is((await desk(gateway, 'keeping/chats')).days, 90);
  const refused = await operator(gateway, 'setting', 'set', 'KEEP_CHATS', '5000', 'For ever');
  assert.match(refused.text, 'from 30 to 1095');
  await operator(gateway, 'setting', 'clear', 'KEEP_CHATS', 'As it was');
});

test.run();
