import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  accessesIn,
  namelessIn,
  ownersOfTables,
  readServer,
  serverFiles,
  stateNumbersIn,
  tableAccesses,
} from '../../tools/test/table-accesses.mjs';

/**
 * The rooms of the server by layers, from the ground up; `*` is every room that is not named, a domain. A room uses the layers below it.
 * A process of several domains is a flow.
 */
const layers = {
  ground: ['schema', 'settings', 'db', 'jobs', 'kernel', 'delivery', 'pictures'],
  ledger: ['ledger', 'rules', 'agreements'],
  people: ['auth', 'notices', 'pay-password', 'factors'],
  domains: ['*'],
  flows: [
    'accounts',
    'friends',
    'pricing',
    'fulfilment',
    'accruals',
    'checkout',
    'privacy',
    'documents',
    'reconciliation',
    'screen',
    'phone-actions',
  ],
  entrances: ['http', 'embed', 'operator', 'console', 'upload'],
  start: ['seed', 'start'],
};
const order = Object.values(layers);

/** The rooms of its own layer that a room uses: reasons in docs/decisions/server.md. Domains do not use each other. */
const neighbours: Record<string, string[]> = {
  db: ['schema'],
  jobs: ['db'],
  kernel: ['settings', 'db', 'jobs'],
  delivery: ['settings', 'db', 'jobs', 'kernel'],
  pictures: ['settings', 'db', 'jobs', 'kernel'],
  notices: ['auth'],
  'pay-password': ['auth', 'notices'],
  factors: ['auth', 'pay-password'],
  fulfilment: ['pricing'],
  checkout: ['pricing', 'fulfilment', 'accruals'],
  privacy: ['accounts', 'documents', 'phone-actions', 'screen'],
  documents: ['checkout'],
  reconciliation: ['checkout'],
  embed: ['http'],
  operator: ['http', 'embed'],
  console: ['http', 'embed', 'operator'],
  upload: ['http', 'embed'],
  start: ['seed'],
};

const folder = 'src/server';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
/** Without comments, each line where it was. */
const read = (file: string) =>
  readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, (text) => text.replace(/[^\n]/g, ''));

const isSchema = (file: string) => /\/(tables|migrations)(\.ts|\/|$)/.test(file);
const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : 'start');
const height = (room: string) => {
  const at = order.findIndex((rooms) => rooms.includes(room));
  return at < 0 ? order.indexOf(layers.domains) : at;
};
const mayKnow = (room: string, other: string) =>
  room === other || height(other) < height(room) || !!neighbours[room]?.includes(other);

test('inside the server a room knows the rooms below it, and domains do not know each other', () => {
  // the tables and migrations of all rooms are put together in the schema
  const of = (file: string) => (isSchema(file) ? 'schema' : roomOf(file));
  const wrong: string[] = [];
  const met = new Set<string>();
  let seen = 0;
  for (const file of files)
    for (const [, path] of read(file).matchAll(/(?:from |import |import\()'(\.[^']+)'/g)) {
      const to = normalize(join(dirname(file), path!));
      if (to.startsWith('..')) continue;
      seen++;
      const pair = [of(file), of(`${to}.ts`)] as const;
      met.add(pair.join(' '));
      if (!mayKnow(...pair)) wrong.push(`${file} → ${to}`);
    }
  assert.ok(seen > 1000, 'the test sees imports');
  assert.equal(wrong, []);
  assert.equal(
    Object.entries(neighbours).flatMap(([room, others]) =>
      others.filter((other) => !met.has(`${room} ${other}`)).map((other) => `${room} needs no ${other}`),
    ),
    [],
  );
});

const owners = ownersOfTables();
const all = tableAccesses(owners);

test('a room reads and writes its own tables and those of rooms below, and no other', () => {
  assert.ok(owners.size > 70 && all.length > 700, 'the test sees tables and queries');
  const wrong = all.filter(({ file, table }) => !mayKnow(roomOf(file), owners.get(table)!));
  assert.equal(
    wrong.map(({ file, line, table, writes }) => `${file}:${line} ${writes ? 'writes' : 'reads'} ${table}`),
    [],
  );
});

test('the tables of a query are seen, however it names them', () => {
  const found = (source: string) =>
    accessesIn('orders/x.ts', source, owners).map(({ table, writes }) => (writes ? `${table}!` : table));
  assert.equal(found("run.selectFrom('purchase as p').innerJoin('member', 'a', 'b')"), [
    'member',
    'purchase',
  ]);
  assert.equal(found("tx.deleteFrom('job')"), ['job!']);
  assert.equal(found("run.selectFrom(['task', 'machine as m'])"), ['task', 'machine']);
  assert.equal(
    found('sql`select 1 from task t, machine as m join account on true`').join(),
    'task,machine,account',
  );
  assert.equal(found('sql<Row>`update device_order as o set a = 1`'), ['device_order!']);
});

test('a query says the name of its table, but where the demo data are written row by row', () => {
  assert.equal(
    serverFiles().filter((file) => namelessIn(file, readServer(file)).length),
    ['seed/bulk.ts'],
  );
});

test('a state has a name in every query', () => {
  assert.equal(
    serverFiles().flatMap((file) => stateNumbersIn(file, readServer(file))),
    [],
  );
  const found = (source: string) => stateNumbersIn('x.ts', source).length;
  assert.is(found('sql`select count(*) from declaration where status = 0`'), 1);
  assert.is(found('sql`select 1 from work_order w where w.status in (0, 1)`'), 1);
  assert.is(found("run.selectFrom('task').where('t.state', 'in', [1, 2])"), 1);
  assert.is(found("tx.updateTable('task').set({ state: 3 })"), 1);
  assert.is(found('reply.send({ status: 404 })'), 0);
});

test.run();
