import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OrderState } from '../../src/contract/buying/orders';
import { WithdrawalStatus } from '../../src/contract/money/wallet';
import { keepNewest } from '../../src/server/embed/expiry';
import { housekeeping } from '../../src/server/jobs/housekeeping';
import type { Tables } from '../../src/server/schema/tables';
import { sweeps } from '../../src/server/sweeps';
import { waitingLists } from '../../src/server/waiting-lists';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';

const test = suite<{ gateway: TestGateway }>('what is kept, and what waits');
test.before(async (the) => {
  the.gateway = await openGateway();
  await addRows(the.gateway, 'bank_file', [{ id: statement, format: 'csv' }]);
});
test.after(({ gateway }) => gateway.close());

const now = 1_800_000_000_000;
/** A statement of the bank. */
const statement = randomUUID();
const day = 86_400_000;

/** Deleted rows: the column with the time, how long after it, and the first moment at which they are gone. */
const swept: [table: keyof Tables, column: string, kept: number, gone: 'at' | 'after', more?: object][] = [
  ['session', 'expires_at', 0, 'after'],
  ['captcha', 'expires_at', 0, 'at'],
  ['verification', 'expires_at', 0, 'at'],
  ['wechat_ticket', 'expires_at', 0, 'at'],
  ['media_ticket', 'expires_at', 0, 'at'],
  ['message', 'at', 7 * day, 'after'],
  ['nonce', 'until', 0, 'after'],
  ['answered', 'at', 30 * day, 'after'],
  ['throttle', 'until', 0, 'after'],
  ['embed_token', 'expires_at', 120_000, 'after'],
  ['connection_code', 'expires_at', 0, 'after'],
  ['challenge', 'expires_at', day, 'after'],
  ['partner_message', 'at', 30 * day, 'after'],
  ['partner_delivery', 'at', 30 * day, 'after'],
  ['partner_request', 'at', 7 * day, 'after', { mode: 'live' }],
  ['partner_deprecation', 'seen_at', 90 * day, 'after'],
  ['partner_session', 'expires_at', 0, 'after'],
  ['partner_code', 'expires_at', 0, 'after'],
  ['partner_invite', 'expires_at', 0, 'after', { role: 'read' }],
  ['partner_change', 'at', 365 * day, 'after'],
  ['job', 'run_at', 7 * day, 'after', { state: 'done', payload: '{}' }],
];

for (const [table, column, kept, gone, more = {}] of swept)
  test(`${table}: what is old is thrown away, and what is not stays`, async ({ gateway }) => {
    const { db } = gateway;
    const { id: member } = await addMember(gateway);
    const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name = 'member'`.execute(db.run);
    const moments = [now - kept - 1, now - kept, now - kept + 1];
    const own = columns.rows.length ? { member } : {};
    await addRows(
      gateway,
      table,
      moments.map((at) => ({ ...own, ...more, [column]: new Date(at) })),
    );
    await housekeeping(sweeps).run(db, now);
    const { rows } = await sql<{ at: Date }>`select ${sql.ref(column)} as at from ${sql.table(table)} where
      ${sql.ref(column)} between ${new Date(now - kept - 1)} and ${new Date(now - kept + 1)} order by 1`.execute(
      db.run,
    );
    assert.equal(
      rows.map(({ at }) => new Date(at).getTime() - now + kept),
      gone === 'at' ? [1] : [0, 1],
    );
  });

test('a job that is not done is kept, however old', async ({ gateway }) => {
  const old = { run_at: new Date(now - 99 * day), payload: '{}' };
  await addRows(
    gateway,
    'job',
    ['ready', 'dead'].map((state) => ({ ...old, state })),
  );
  await housekeeping(sweeps).run(gateway.db, now);
  const left = await gateway.db.run
    .selectFrom('job')
    .select('state')
    .where('run_at', '=', old.run_at)
    .execute();
  assert.equal(left.map(({ state }) => state).sort(), ['dead', 'ready']);
});

const order = { quantity: 1, daily_rent: 1 };
const bought = { amount: 2, total: 2, paid: 2, discount: 0 };

/** Work that waits for people: a waiting row, the column with its time, and a change that ends the wait. */
const waiting: Record<string, { table: keyof Tables; since: string; waits: object[]; not: object[] }> = {
  withdrawals: {
    table: 'withdrawal',
    since: 'applied_at',
    waits: [
      { status: WithdrawalStatus.applied, amount: 1, source: 'store' },
      { status: WithdrawalStatus.approved, amount: 1, source: 'store' },
    ],
    not: [
      { status: WithdrawalStatus.rejected, amount: 1, source: 'store', reason: 'no' },
      { status: WithdrawalStatus.remitted, amount: 1, source: 'store', reference: 'R' },
      { status: WithdrawalStatus.revoked, amount: 1, source: 'store' },
    ],
  },
  remittances: {
    table: 'remittance',
    since: 'at',
    waits: [{ state: 'auditing', amount: 1 }],
    not: [
      { state: 'approved', amount: 1 },
      { state: 'rejected', amount: 1 },
    ],
  },
  payments: {
    table: 'payment_review',
    since: 'at',
    waits: [{ reason: 'amount', settled_at: null }],
    not: [{ reason: 'amount', settled_at: new Date(now) }],
  },
  transfers: {
    table: 'usdt_transfer',
    since: 'at',
    waits: [{ state: 'review', amount: 1 }],
    not: ['seen', 'credited', 'settled', 'gone'].map((state) => ({ state, amount: 1 })),
  },
  declarations: {
    table: 'declaration',
    since: 'submitted_at',
    waits: [{ status: 1, order_amount: 1 }],
    not: [
      { status: 2, order_amount: 1, decided_at: new Date(now) },
      { status: -1, order_amount: 1, decided_at: new Date(now) },
    ],
  },
  workorders: {
    table: 'work_order',
    since: 'changed_at',
    waits: [{ status: 0 }, { status: 1 }],
    not: [{ status: 2 }],
  },
  conversations: {
    table: 'conversation',
    since: 'at',
    waits: [{ desk_unread: 1 }],
    not: [{ desk_unread: 0 }],
  },
  machines: {
    table: 'device_order',
    since: 'ordered_at',
    waits: [{ started_at: null, refunded_at: null, days_left: 1, ...order }],
    not: [
      { started_at: new Date(now), refunded_at: null, days_left: 1, ...order },
      { started_at: null, refunded_at: new Date(now), days_left: 1, ...order },
      { started_at: null, refunded_at: null, days_left: 0, ...order },
    ],
  },
  unsent: {
    table: 'purchase',
    since: 'paid_at',
    waits: [{ state: OrderState.successful, address: '{}', shipment: null, refunded: 1, ...bought }],
    not: [
      { state: OrderState.waiting, address: '{}', shipment: null, refunded: 1, ...bought },
      { state: OrderState.successful, address: null, shipment: null, refunded: 1, ...bought },
      { state: OrderState.successful, address: '{}', shipment: 'SF 1', refunded: 1, ...bought },
      { state: OrderState.successful, address: '{}', shipment: null, refunded: 2, ...bought },
    ],
  },
  banklines: {
    table: 'bank_line',
    since: 'booked_at',
    waits: [{ state: 'open', amount: 1, file: statement }],
    not: [{ state: 'ignored', amount: 1, file: statement, reason: 'a fee of the bank' }],
  },
  partners: {
    table: 'partner',
    since: 'live_at',
    waits: [{ live: 'asked' }],
    not: [{ live: 'no' }, { live: 'yes' }, { live: 'refused' }],
  },
  proposals: {
    table: 'operator_proposal',
    since: 'at',
    waits: [{ ended: null, expires_at: new Date(now + 999 * day) }],
    not: [
      { ended: 'granted', expires_at: new Date(now + 999 * day) },
      { ended: null, expires_at: new Date(0) },
    ],
  },
};

for (const [name, { table, since, waits, not }] of Object.entries(waiting))
  test(`${name}: what waits is counted, from the oldest on, and what is done is not`, async ({ gateway }) => {
    const list = waitingLists.find((one) => one.name === name);
    assert.ok(list);
    const look = async () => {
      const { count, since } = await list.look(gateway.db.run);
      return [Number(count), since && new Date(since).getTime()];
    };
    const owned = table === 'conversation';
    const rows = (all: object[], at: number) =>
      Promise.all(
        all.map(async (values) => ({
          ...(owned && { member: (await addMember(gateway)).id }),
          ...values,
          [since]: new Date(now - at),
        })),
      );
    await addRows(gateway, table, await rows(not, 9 * day));
    assert.equal(await look(), [0, null]);
    await addRows(gateway, table, [...(await rows(waits, day)), ...(await rows(waits, 2 * day))]);
    assert.equal(await look(), [2 * waits.length, now - 2 * day]);
  });

test('every list of what waits is tried here', () => {
  // of two tables each, or in need of a payment: feed-people.test.ts, invoices.test.ts,
  // refund-requests.test.ts and provider-refunds.test.ts
  assert.equal(
    waitingLists.map(({ name }) => name).sort(),
    [...Object.keys(waiting), 'disputes', 'invoices', 'providerrefunds', 'refunds', 'reports'].sort(),
  );
});

test('of each partner the newest requests are kept, as many as may be', async ({ gateway }) => {
  const { run } = gateway.db;
  const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours));
  const of = (partner: string, hours: number[]) =>
    hours.map((one) => ({ partner, at: at(one), mode: 'live' }));
  await addRows(gateway, 'partner_request', [
    ...of('busy', [1, 2, 3, 4]),
    ...of('calm', [0, 1]),
    ...of('new', [9]),
  ]);
  await keepNewest(run, 2);
  const kept = await run
    .selectFrom('partner_request')
    .select(['partner', 'at'])
    .where('partner', 'in', ['busy', 'calm', 'new'])
    .orderBy('partner')
    .orderBy('at')
    .execute();
  assert.equal(
    kept.map((row) => [row.partner, row.at.getUTCHours()]),
    [
      ['busy', 3],
      ['busy', 4],
      ['calm', 0],
      ['calm', 1],
      ['new', 9],
    ],
  );
});

test.run();
