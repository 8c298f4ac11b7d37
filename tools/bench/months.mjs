// node tools/bench/months.mjs [members] [months]: each table that only grows, whole and with a part for each month, in a PostgreSQL of its
// own. Runs the statements of members and of the back office on both in turns, and prints the milliseconds of the fastest tenth, which
// other work on the machine changes least, and of the half.
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { startOwnPostgres } from '../programs/postgres.mjs';

const [members, months] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 24)];
if (!(members > 0 && months > 1)) throw new Error('node tools/bench/months.mjs [members] [months]');

/** @typedef {'whole' | 'parts'} Way */
/** @typedef {{ whole: string, parts?: string, values: (member: number, nth: number) => unknown[] }} Pair */

const start = new Date(Date.UTC(2025, 0, 1));
const begin = (/** @type {number} */ nth) => new Date(Date.UTC(2025, nth, 1)).toISOString();
const last = months - 1;
const days = `generate_series('${begin(0)}'::timestamptz, '${begin(months)}'::timestamptz - interval '1 day', '1 day')`;

/** @param {string} table */
const partsOf = (table) => [
  `create table ${table}_first partition of ${table} for values from (minvalue) to ('${begin(0)}')`,
  ...Array.from(
    { length: months + 3 },
    (_, nth) =>
      `create table ${table}_${nth} partition of ${table} for values from ('${begin(nth)}') to ('${begin(nth + 1)}')`,
  ),
  `create table ${table}_later partition of ${table} for values from ('${begin(months + 3)}') to (maxvalue)`,
];

/** Both ways of a table, with its indexes. @param {string} name @param {string} columns @param {string} key @param {string[]} indexes */
const bothWays = (name, columns, key, indexes) => [
  `create table whole_${name} (${columns}, primary key (${key}))`,
  `create table parts_${name} (${columns}, primary key (${key}, at)) partition by range (at)`,
  ...indexes.flatMap((one) => ['whole', 'parts'].map((way) => `create index on ${way}_${name} ${one}`)),
  ...partsOf(`parts_${name}`),
];

const member = (/** @type {string} */ g) => `md5(${g}::text)`;
const schema = [
  ...bothWays(
    'log',
    'id text not null, serial text not null, member text not null, kind text not null, at timestamptz not null, amount bigint not null',
    'id',
    ['(member, at, id)', '(member, kind, at) include (amount)'],
  ),
  `insert into whole_log select kind || g || at, 'CP' || g, ${member('g')}, kind, at + interval '10 minutes', 320
    from ${days} at, generate_series(1, ${members}) g, unnest(array['rent', 'acceleration']) kind`,
  'insert into parts_log select * from whole_log',
  'create table log_month (member text, serial text, month int, kind text, amount bigint, primary key (member, serial, month, kind))',
  `insert into log_month select member, serial, to_char(at, 'YYYYMM')::int, kind, sum(amount) from whole_log
    where at < '${begin(last)}' group by 1, 2, 3, 4`,
  ...bothWays(
    'trail',
    'seq bigint not null, at timestamptz not null, operator text not null, phase text not null, target text not null, member text, before text, hash text not null',
    'seq',
    ['(target, seq)', '(operator, seq)', '(phase, seq)', '(member, seq) where member is not null'],
  ),
  `insert into whole_trail select g, '${begin(0)}'::timestamptz + g * interval '10 minutes', 'op' || g % 20, 'done', 'W' || g % 20000,
    case when g % 3 = 0 then ${member(`(g % ${members})`)} end, repeat('x', 300), md5(g::text) from generate_series(1, ${months * 4300}) g`,
  'insert into parts_trail select * from whole_trail',
  ...bothWays(
    'transfer',
    'id text not null, home text not null, kind text not null, ref text not null, at timestamptz not null',
    'id',
    ['(ref)', '(at, id)'],
  ),
  'create table whole_posting (transfer text not null references whole_transfer, account text not null, home text not null, amount bigint not null, seq bigint not null, primary key (transfer, account), unique (account, seq))',
  `create table parts_posting (transfer text not null, account text not null, home text not null, amount bigint not null, seq bigint not null, at timestamptz not null,
    primary key (transfer, account, at), unique (account, seq, at), foreign key (transfer, at) references parts_transfer (id, at)) partition by range (at)`,
  ...partsOf('parts_posting'),
  `insert into whole_transfer select md5(g || ':' || at), ${member('g')}, 'rent', 'CP' || g, at + interval '10 minutes' from ${days} at, generate_series(1, ${members}) g`,
  ...['member', 'system'].map(
    (kind) =>
      `insert into whole_posting select id, '${kind}:' || home, home, ${kind === 'member' ? 320 : -320}, row_number() over (partition by home order by at) from whole_transfer`,
  ),
  'insert into parts_transfer select * from whole_transfer',
  'insert into parts_posting select p.*, t.at from whole_posting p join whole_transfer t on t.id = p.transfer',
  'vacuum analyze',
];

const idOf = (/** @type {number} */ nth) => ids[nth % ids.length];
const page = (/** @type {string} */ table) =>
  `select * from ${table} where member = $1 order by at desc, id desc limit 21`;
const near = 'at >= $2 and at < $3';
const span = [begin(last - 1), begin(last + 1)];
const movements = (/** @type {string} */ way, /** @type {string} */ also) =>
  `select p.*, t.kind, t.ref from ${way}_posting p join ${way}_transfer t on t.id = p.transfer and t.home = p.home ${also} where p.home = $1 and p.account = 'member:' || $1::text`;
const sameTime = 'and t.at = p.at';

/** @type {Record<string, Pair>} */
const pairs = {
  'earnings: newest page': {
    whole: page('whole_log'),
    parts: page('parts_log').replace('order', `and ${near} order`),
    values: (who) => [who, ...span],
  },
  'earnings: sums of months': {
    whole: "select date_trunc('month', at), kind, sum(amount) from whole_log where member = $1 group by 1, 2",
    parts: `select extract(month from at)::int, kind, sum(amount) from parts_log where member = $1 and at >= $2 and at < $4 group by 1, 2
      union all select month, kind, sum(amount) from log_month where member = $1 and month < $3 group by 1, 2`,
    values: (who) => [who, begin(last), 999_999, begin(months)],
  },
  'earnings: rent of all time': {
    whole: "select sum(amount) from whole_log where member = $1 and kind = 'rent'",
    parts: `select sum(amount) from (select amount from parts_log where member = $1 and kind = 'rent' and at >= $2 and at < $4
      union all select amount from log_month where member = $1 and kind = 'rent' and month < $3) as earned`,
    values: (who) => [who, begin(last), 999_999, begin(months)],
  },
  'trail: newest page': {
    whole: 'select * from whole_trail order by seq desc limit 51',
    values: () => [],
  },
  'trail: of a record': {
    whole: 'select * from whole_trail where target = $1 order by seq desc limit 51',
    values: (_, nth) => [`W${(nth * 131) % 20_000}`],
  },
  'trail: one row': {
    whole: 'select * from whole_trail where seq = $1',
    values: (_, nth) => [1 + ((nth * 911) % 4000)],
  },
  'money: newest page': {
    whole: `${movements('whole', '')} order by p.seq desc limit 21`,
    parts: `${movements('parts', sameTime)} order by p.seq desc limit 21`,
    values: (who) => [who],
  },
  'money: a month': {
    whole: `${movements('whole', '')} and t.at >= $2 and t.at < $3 order by p.seq desc`,
    parts: `${movements('parts', sameTime)} and p.at >= $2 and p.at < $3 order by p.seq desc`,
    values: (who) => [who, begin(last - 4), begin(last - 3)],
  },
  'money: a transfer by its id': {
    whole: 'select * from whole_transfer where id = $1',
    values: (_, nth) => [idOf(nth)],
  },
};

const postgres = await startOwnPostgres();
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
for (const statement of schema) await client.query(statement);
/** @type {{ rows: { id: string }[] }} */
const { rows } = await client.query('select id from whole_transfer limit 500');
const ids = rows.map(({ id }) => id);
/** @type {{ rows: { member: string }[] }} */
const people = await client.query('select distinct member from whole_log');

const share = (/** @type {number[]} */ times, /** @type {number} */ part) =>
  times.sort((a, b) => a - b)[Math.floor(times.length * part)]?.toFixed(2);

/** @param {string} name @param {Pair} pair @param {boolean} prepared */
async function compare(name, { whole, parts = whole.replaceAll('whole_', 'parts_'), values }, prepared) {
  /** @type {Record<Way, number[]>} */
  const times = { whole: [], parts: [] };
  for (let round = 0; round < 9; round++)
    for (const way of /** @type {Way[]} */ (round % 2 ? ['whole', 'parts'] : ['parts', 'whole']))
      for (let nth = 0; nth < 60; nth++) {
        const text = way === 'whole' ? whole : parts;
        const who = people.rows[(nth * 37 + round * 7) % people.rows.length]?.member;
        const all = values(/** @type {any} */ (who), nth * 37 + round);
        // the statement of the whole table needs fewer values
        const used = all.filter((_, at) => text.includes(`$${at + 1}`));
        const began = performance.now();
        await client.query({ text, values: used, ...(prepared && { name: `${way} ${name}` }) });
        if (round) times[way].push(performance.now() - began);
      }
  const of = (/** @type {Way} */ way) => `${share(times[way], 0.1)}, ${share(times[way], 0.5)}`;
  process.stdout.write(`| ${name} | ${prepared ? 'yes' : 'no'} | ${of('whole')} | ${of('parts')} |\n`);
}

process.stdout.write(
  `| ${months} months since ${start.toISOString().slice(0, 7)}, ${members} members | prepared | whole | parts |\n|---|---|--:|--:|\n`,
);
for (const prepared of [true, false])
  for (const [name, pair] of Object.entries(pairs)) await compare(name, pair, prepared);
await client.end();
await postgres.stop();
