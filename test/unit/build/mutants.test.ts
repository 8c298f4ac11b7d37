import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { equivalents } from '../../../tools/mutants/equivalent.mjs';
import { instrument, placesOf } from '../../../tools/mutants/places.mjs';
import { reaching } from '../../../tools/mutants/try-all.mjs';
import { worthwhile } from '../../../tools/mutants/worthwhile.mjs';

const source = `
export async function take(run: Run, member: string, amount: number, balance: number): Promise<number> {
  if (amount > balance) throw new DomainError('balanceShort');
  if (!amount) return 0;
  await assertPayable(member);
  await run.selectFrom('order').where('member', '=', member).where('state', '=', 1).execute();
  return Math.min(balance, amount) + (member && amount ? 1 : 0);
}
`;

test('a rule of an input has a mutant that takes everything', () =>
  assert.equal(
    placesOf('src/rules.ts', 'const amount = v.pipe(v.number(), v.minValue(100));').map(({ what }) => what),
    ['v.minValue(100) takes everything'],
  ));

test('a mutant is found in each query, check, sum and comparison', () =>
  assert.equal(
    placesOf('src/take.ts', source).map(({ line, kind, what }) => `${line} ${kind}: ${what}`),
    [
      '3 refusal: if (amount > balance) is never so',
      '3 comparison: amount > balance with >=',
      '4 guard: if (!amount) is never so',
      '5 refusal: assertPayable(member) is not called',
      "6 condition: .where('state', '=', 1) is left out",
      "6 filter: .where('member', '=', member) is left out",
      '7 amount: Math.min(balance, amount) + (member && amount ? 1 : 0) with -',
      '7 amount: Math.min(balance, amount) is Math.max',
      '7 logic: member && amount with ||',
    ],
  ));

/** The function with one of its mutants switched on; `calls` is what it did. */
async function takeWith(switchedOn: number, amount: number) {
  const calls: string[] = [];
  const query = {
    selectFrom: () => query,
    where(...args: unknown[]) {
      calls.push(args.join(' '));
      return query;
    },
    execute: async () => undefined,
  };
  const places = placesOf('src/take.ts', source).map((place, id) => ({ ...place, id }));
  const { code } = transformSync(instrument(source, places), { loader: 'ts', format: 'cjs' });
  const module = { exports: {} as { take: (...args: unknown[]) => Promise<number> } };
  new Function('module', '$mutant', 'globalThis', 'DomainError', 'assertPayable', code)(
    module,
    undefined,
    { $mutant: (id: number) => id === switchedOn },
    Error,
    () => calls.push('assertPayable'),
  );
  const taken = await module.exports.take(query, 'maria', amount, 50).catch((error: Error) => error.message);
  return { taken, calls };
}

test('the code does what it did while no mutant is switched on', async () =>
  assert.equal(await takeWith(-1, 50), {
    taken: 51,
    calls: ['assertPayable', 'member = maria', 'state = 1'],
  }));

test('code after a place keeps its line, however many lines the place has', () => {
  const long = `const due = (
  a
) < (
  b
) && is(c);
query
  .where('a', '=', 1)
  .where('b', '=', 2);
after();`;
  const places = placesOf('src/due.ts', long).map((place, id) => ({ ...place, id }));
  assert.is(places.length, 4);
  assert.is(instrument(long, places).split('\n').indexOf('after();'), 8);
});

test('a mutant that is switched on changes its own place and no other', async () => {
  assert.is((await takeWith(-1, 60)).taken, 'balanceShort');
  assert.is((await takeWith(0, 60)).taken, 51);
  assert.is((await takeWith(1, 50)).taken, 'balanceShort');
  assert.equal((await takeWith(5, 50)).calls, ['assertPayable', 'state = 1']);
  assert.equal((await takeWith(4, 50)).calls, ['assertPayable', 'member = maria']);
  assert.equal((await takeWith(3, 50)).calls, ['member = maria', 'state = 1']);
  assert.is((await takeWith(6, 50)).taken, 49);
});

test('a change that alters nothing is not drawn; its entry says why, and is refused once its code is gone', () => {
  const places = placesOf('src/take.ts', source);
  const entry = {
    file: 'src/take.ts',
    kind: 'filter',
    code: "run.selectFrom('order').where('member', '=', member)",
    reason: 'A test.',
  } as const;
  const left = worthwhile(places, () => source, [entry]);
  assert.equal(
    places.filter((place) => !left.includes(place)).map(({ what }) => what),
    [".where('member', '=', member) is left out"],
  );
  for (const stale of [
    { ...entry, code: "run.selectFrom('orders').where('member', '=', member)" },
    { ...entry, kind: 'condition' as const },
    { ...entry, next: '.forUpdate()' },
  ])
    assert.throws(() => worthwhile(places, () => source, [stale]), /has 0 places/);
});

test('every entry of the table of changes that alter nothing is still so', () => {
  const sourceOf = (file: string) => readFileSync(file, 'utf8');
  const files = [...new Set(equivalents.map(({ file }) => file))];
  const places = files.flatMap((file) => placesOf(file, sourceOf(file)));
  assert.is(worthwhile(places, sourceOf).length, places.length - equivalents.length);
  for (const { reason } of equivalents) assert.ok(reason.length > 20, reason);
});

test('a change of a constant is tried first with the tests that use its module, of its room before others', () => {
  const mutant = { ...placesOf('src/server/auth/send.ts', 'const day = 24 * hour;')[0]!, id: 0 };
  const loaded = (reached: Record<string, number[]>) => ({
    milliseconds: Object.fromEntries(Object.keys(reached).map((title) => [title, 10])),
    reached: { '': [0, 1], ...reached },
  });
  const untouched = new Map([
    ['test/server/aaa.test.ts', loaded({ 'signs up': [9] })],
    ['test/server/ways.test.ts', loaded({ 'sends a code': [1], 'reads a list': [9] })],
    ['test/server/zones.test.ts', loaded({ 'sends and waits': [1, 2] })],
    ['test/server/auth-rows.test.ts', loaded({ 'locks itself': [9] })],
  ]);
  const bySource = new Map([['src/server/auth/send.ts', new Set([0, 1, 2])]]);
  assert.equal(
    reaching(mutant, { untouched, bySource }).map(({ file, titles }) => [file, titles]),
    [
      ['test/server/auth-rows.test.ts', ['locks itself']],
      ['test/server/zones.test.ts', ['sends and waits']],
      ['test/server/ways.test.ts', ['sends a code']],
      ['test/server/aaa.test.ts', ['signs up']],
    ],
  );
});

test.run();
