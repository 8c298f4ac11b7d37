import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/**
 * The rooms of the server by layers, from the ground up. A room knows the layers below it, and of its own layer the rooms that are named
 * before it. A room that is not named is a domain, and domains do not know each other: what several of them do together is a flow.
 */
const layers = {
  ground: ['schema', 'db', 'settings', 'jobs', 'kernel', 'delivery', 'pictures'],
  ledger: ['ledger', 'rules'],
  people: ['auth', 'notices', 'pay-password'],
  domains: ['products', 'orders', 'devices', 'payout', 'goods', '*'],
  flows: ['pricing', 'fulfilment', 'accruals', 'checkout'],
  entrances: ['http', 'embed', 'operator', 'upload'],
  start: ['seed', 'start'],
};
const order = Object.values(layers).flat();

const folder = 'src/server';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
/** Without comments, each line where it was. */
const read = (file: string) =>
  readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, (text) => text.replace(/[^\n]/g, ''));

const isSchema = (file: string) => /^[^/]+\/(tables|migrations)(\.ts|\/)?/.test(file);
const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : 'start');
const height = (room: string) => {
  const at = order.indexOf(room);
  return at < 0 ? order.indexOf('*') : at;
};
const mayKnow = (room: string, other: string) => room === other || height(other) < height(room);

test('inside the server a room knows the rooms below it, and domains do not know each other', () => {
  // the tables and migrations of all rooms are put together in the schema
  const of = (file: string) => (isSchema(file) ? 'schema' : roomOf(file));
  const wrong: string[] = [];
  let seen = 0;
  for (const file of files)
    for (const [, path] of read(file).matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const to = normalize(join(dirname(file), path!));
      if (to.startsWith('..')) continue;
      seen++;
      const pair = [of(file), of(`${to}.ts`)] as const;
      // the database is typed with the schema, which is made of its migrations
      if (pair.every((room) => room === 'schema' || room === 'db') || mayKnow(...pair)) continue;
      wrong.push(`${file} → ${to}`);
    }
  assert.ok(seen > 1000, 'the test sees imports');
  assert.equal(wrong, []);
});

/** The room of each table: where it is declared. */
const owners = new Map(
  files
    .filter((file) => /\/tables\.ts$/.test(file) && roomOf(file) !== 'schema')
    .flatMap((file) =>
      [...read(file).matchAll(/^export interface \w+Tables \{\n(.*?)^\}/gms)].flatMap(([, body]) =>
        [...body!.matchAll(/^ {2}(\w+): /gm)].map(([, table]) => [table!, roomOf(file)] as const),
      ),
    ),
);

interface Access {
  file: string;
  table: string;
  writes: boolean;
}

/** What the queries of a file read and write: those of the query builder, and those that are written as SQL. */
function accesses(file: string): Access[] {
  const text = read(file);
  const found: Access[] = [];
  const add = (table: string, writes: boolean) => {
    if (owners.has(table)) found.push({ file, table, writes });
  };
  for (const [, method, tables] of text.matchAll(
    /\b(selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|rightJoin|from|using)\(\s*(\[[^\]]*\]|'[^']+')/g,
  ))
    for (const [, table] of tables!.matchAll(/'(\w+)(?: as \w+)?'/g))
      add(table!, /^(insert|update|delete)/.test(method!));
  for (const [sql] of text.matchAll(/`[^`]*`/g))
    for (const [, word, table] of sql.matchAll(/\b(from|join|into|update)\s+(\w+)/g))
      add(table!, word === 'into' || word === 'update');
  return found;
}

const all = files.filter((file) => !isSchema(file) && roomOf(file) !== 'schema').flatMap(accesses);

test('a room reads and writes its own tables and those of rooms below, and no other', () => {
  assert.ok(owners.size > 70 && all.length > 600, 'the test sees tables and queries');
  const wrong = all.filter(({ file, table }) => !mayKnow(roomOf(file), owners.get(table)!));
  assert.equal(
    wrong.map(({ file, table, writes }) => `${file} ${writes ? 'writes' : 'reads'} ${table}`),
    [],
  );
});

test('a state has a name in every query', () => {
  const numbered = files
    .filter((file) => !isSchema(file))
    .flatMap((file) =>
      [...read(file).matchAll(/`[^`]*\b(status|state)\b\s*(=|<>|!=|in)\s*\(?-?\d[^`]*`/g)].map(
        ([text]) => `${file}: ${text.slice(0, 80)}`,
      ),
    );
  assert.equal(numbered, []);
  const values = /'(?:\w+\.)?(?:status|state)', '(?:=|!=|<|>|in|not in)', (?:\[?-?\d)/;
  assert.equal(
    files.filter((file) => values.test(read(file))),
    [],
  );
});

test.run();
