import dns from 'node:dns';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isRisky } from '../../../src/contract/rules/fields';
import { parseAddress } from '../../../src/server/addresses/parse-address';
import { assertPassword } from '../../../src/server/console/guesses';
import { ancestorsOf } from '../../../src/server/embed/documents';
import { isDistrict } from '../../../src/server/kernel/areas';
import { isInner, post, wrongDestination } from '../../../src/server/kernel/destination';
import { DomainError, refusalOf } from '../../../src/server/kernel/domain-error';
import { createFairQueue, createLanes, Overloaded } from '../../../src/server/kernel/fair-queue';
import * as pages from '../../../src/server/kernel/pagination';
import { codeOf, counterAt, matchingCounter } from '../../../src/server/kernel/totp';
import { rangeOf } from '../../../src/server/pictures/range';
import { missingYear, publicCalendar, publicCalendars } from '../../../src/server/settings/holidays';

test('a webhook goes to https anywhere on the internet, and to this machine during development', () => {
  const may = (text: string, production = true) => wrongDestination(text, production) ?? 'yes';
  const why = {
    secure: 'must begin with https://',
    inner: 'is an address of an inner network',
    password: 'has a password in it',
  };
  const cases: [url: string, live: string, developing: string][] = [
    ['https://shop.example/hook', 'yes', 'yes'],
    ['http://shop.example/hook', why.secure, why.secure],
    ['ftp://shop.example/hook', why.secure, why.secure],
    ['http://localhost:9/hook', why.secure, 'yes'],
    ['https://localhost:9/hook', 'yes', 'yes'],
    ['ftp://localhost/hook', why.secure, why.secure],
    ['http://127.0.0.1/hook', why.secure, 'yes'],
    ['https://127.0.0.1/hook', why.inner, 'yes'],
    ['http://[::1]:9/hook', why.secure, 'yes'],
    ['https://[::1]:9/hook', why.inner, 'yes'],
    ['https://10.0.0.1/hook', why.inner, why.inner],
    ['https://8.8.8.8/hook', 'yes', 'yes'],
    ['https://[fd00::1]/hook', why.inner, why.inner],
    ['https://[2001:4860:4860::8888]/hook', 'yes', 'yes'],
    ['https://me@shop.example/hook', why.password, why.password],
    ['https://:pw@shop.example/hook', why.password, why.password],
    ['shop.example', 'is no address', 'is no address'],
  ];
  for (const [url, live, developing] of cases)
    assert.equal([may(url), may(url, false)], [live, developing], url);
});

test('an address is of the internet or of an inner network, however it is written', () => {
  const innerOnes = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'];
  const more = [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '0.0.0.0',
    '224.0.0.1',
    '168.63.129.16',
    '::7f00:1',
    '64:ff9b:1::1',
    '2001::1',
    '2002:7f00:1::',
    'fec0::1',
  ];
  for (const one of [...innerOnes, ...more]) assert.ok(isInner(one), one);
  for (const one of [
    '8.8.8.8',
    '172.32.0.1',
    '::ffff:8.8.8.8',
    '2606:4700::1111',
    '168.63.129.17',
    '2001:4860::1',
  ])
    assert.not(isInner(one), one);
});

test('a name leads to the internet by each of its addresses, and to nothing if one of them is inner', async () => {
  const { lookup } = dns;
  const answer = async (...addresses: string[]) => {
    const found = addresses.map((address) => ({ address, family: 4 }));
    Object.assign(dns, {
      lookup: (_: string, __: object, done: (...told: unknown[]) => void) => done(null, found),
    });
    syncBuiltinESMExports();
    const limits = { anywhere: false, timeoutMs: 300 };
    return post('http://hooks.example:9/', '', {}, limits).catch((error: Error) => error);
  };
  try {
    assert.match(String(await answer('203.0.113.1', '10.0.0.1')), 'is 10.0.0.1, of an inner network');
    assert.not.match(String(await answer('203.0.113.1')), 'IP address', 'a connection was tried');
  } finally {
    Object.assign(dns, { lookup });
    syncBuiltinESMExports();
  }
});

test('a webhook’s answer is read as far as it is kept, and no longer waited for', async () => {
  const server = createServer((_, response) => void response.writeHead(202).write('a'.repeat(500)));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const said = await post(`http://127.0.0.1:${port}/`, '', {}, { anywhere: true, timeoutMs: 5000 });
  assert.equal([said.status, said.answer.length], [202, 500]);
  server.closeAllConnections();
  server.close();
});

test('a page may be framed by its partner’s origins, and by nothing that a policy reads otherwise', () => {
  const good = [
    'https://shop.example',
    'https://*.shop.example',
    'capacitor://localhost',
    'http://[::1]:3000',
  ];
  const bad = [
    "https://shop.example; script-src 'unsafe-inline'",
    'https://shop.example/cart',
    '*',
    'null',
    'shop',
  ];
  assert.equal(ancestorsOf([...bad, ...good]), good);
});

test('a code of the desk is valid half a minute before and after its own, once, and never an older one', () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const now = 1_700_000_015_000;
  const counter = counterAt(now);
  const match = (off: number, used = 0, code = codeOf(key, counter + off)) => {
    const found = matchingCounter(key, code, now, used);
    return found === undefined ? undefined : found - counter;
  };
  assert.equal(
    [-2, -1, 0, 1, 2].map((off) => match(off)),
    [undefined, -1, 0, 1, undefined],
  );
  assert.is(match(0, counter), undefined);
  assert.is(match(0, counter - 1), 0);
  assert.is(match(-1, counter), undefined);
  assert.is(match(1, counter), 1);
  const code = codeOf(key, counter);
  assert.is(match(0, 0, `${code.slice(0, 3)} ${code.slice(3)}`), 0);
  assert.equal([match(0, 0, code.slice(1)), match(0, 0, `${code}1`)], [undefined, undefined]);
});

/** Lets whatever can happen without waiting happen. */
const settle = () => new Promise((done) => setImmediate(done));

test('keys take turns, so many at a time, and too much that waits is turned away', async () => {
  const queue = createFairQueue({ atOnce: 2, perKey: 2, most: 3 });
  const ends: Record<string, () => void> = {};
  const began: string[] = [];
  const ask = (name: string, aborted?: AbortSignal) =>
    queue
      .run(
        name[0] ?? '',
        () => {
          began.push(name);
          return new Promise<string>((done) => {
            ends[name] = () => done('done');
          });
        },
        aborted,
      )
      .catch((error) => (error instanceof Overloaded ? 'turned away' : 'failed'));
  const all = [ask('a1'), ask('a2')];
  const first = ask('a3');
  const left = new AbortController();
  const leaving = ask('a4', left.signal);
  assert.is(await ask('a5'), 'turned away', 'two wait under one key');
  const other = ask('b1');
  assert.is(await ask('c1'), 'turned away', 'three wait in all');
  left.abort();
  assert.is(await leaving, 'turned away');
  const last = ask('c2');
  await settle();
  assert.equal(began, ['a1', 'a2']);
  ends.a1?.();
  await settle();
  ends.a2?.();
  await settle();
  assert.equal(began, ['a1', 'a2', 'a3', 'b1']);
  ends.a3?.();
  await settle();
  assert.equal(began.at(-1), 'c2');
  ends.b1?.();
  ends.c2?.();
  assert.equal(await Promise.all([...all, first, other, last]), ['done', 'done', 'done', 'done', 'done']);
  const gone = new AbortController();
  gone.abort();
  assert.is(await ask('d1', gone.signal), 'turned away', 'who has left asks for nothing');
});

test('a key that asks for much lets the others in between', async () => {
  const queue = createFairQueue({ atOnce: 1, perKey: 9, most: 9 });
  const order: string[] = [];
  const ask = (name: string) => queue.run(name[0] ?? '', async () => void order.push(name));
  await Promise.all(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(ask));
  assert.equal(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('lanes that may each borrow do not together run more than there are places', async () => {
  const lane = { own: 1, atMost: 2, perKey: 9, most: 9 };
  const lanes = createLanes(3, { a: lane, b: lane });
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await settle();
    running--;
  };
  await Promise.all((['a', 'a', 'b', 'b'] as const).map((name) => lanes.run(name, name, work)));
  assert.is(most, 3);
});

test('a lane has its own place whatever fills the others, and borrows one that is empty', async () => {
  const lane = { own: 1, atMost: 2, perKey: 9, most: 9 };
  const few = { own: 1, atMost: 1, perKey: 2, most: 3 };
  const lanes = createLanes(3, { a: lane, b: lane, c: few, d: { ...few, beside: 'c' } });
  const ends: (() => void)[] = [];
  const began: string[] = [];
  const ask = (name: string, key = name) =>
    lanes
      .run(
        name[0] as 'a',
        key,
        () =>
          new Promise<string>((done) => {
            began.push(name);
            ends.push(() => done('done'));
          }),
      )
      .catch((error) => (error instanceof Overloaded ? `${error.lane} is full` : 'failed'));
  const flood = ['c1', 'c2', 'c3'].map((name) => ask(name));
  const all = ['a1', 'a2', 'a3', 'd1'].map((name) => ask(name));
  await settle();
  assert.equal(
    began,
    ['c1', 'a1', 'a2'],
    'a borrows the place of b, and d waits for that which it shares with c',
  );
  const rest = ['b1', 'c4'].map((name) => ask(name));
  assert.is(await ask('c5'), 'c is full');
  for (let next = 0; next < 3; next++) {
    ends[next]?.();
    await settle();
  }
  assert.equal(
    began.slice(3),
    ['b1', 'd1', 'a3'],
    'own places come first, and d1 before c2, for the two take turns',
  );
  for (let next = 3; next < 9; next++) {
    ends[next]?.();
    await settle();
  }
  assert.equal(began.slice(6), ['c2', 'c3', 'c4']);
  assert.equal(new Set(await Promise.all([...flood, ...all, ...rest])), new Set(['done']));
});

test('the calendars of three years are known, and a missing one is reported three weeks before', () => {
  const year = 2025;
  const { holidays, workdays } = publicCalendars(Date.UTC(year, 5, 1));
  const years = (days: string[]) => [...new Set(days.map((day) => day.slice(0, 4)))];
  assert.equal(years(holidays), ['2024', '2025', '2026']);
  assert.equal(years(workdays), ['2024', '2025', '2026']);
  for (const day of publicCalendar(2025).holidays)
    assert.not([0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()), day);
  for (const day of publicCalendar(2025).workdays)
    assert.ok([0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()), day);
  const known = ['2025-01-01'];
  const said = (day: string) => missingYear(known, Date.parse(`${day}T12:00:00Z`))?.match(/\d{4}/)?.[0];
  assert.equal([said('2025-12-10'), said('2025-12-12'), said('2026-01-01')], [undefined, '2026', '2026']);
});

test('a place in a list is read as it was written, and nothing else is', () => {
  const key = (act: () => unknown) => {
    try {
      return act();
    } catch (error) {
      return (error as { key: string }).key;
    }
  };
  const of = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
  const at = (...values: unknown[]) =>
    key(() => {
      const place = pages.readTimeAndId(of(...values));
      return [place.at.getTime(), place.id];
    });
  assert.equal(at(5, 'x'), [5, 'x']);
  assert.equal(at(0, ''), [0, '']);
  assert.equal(at(32_503_680_000_000 - 1, 'x'), [32_503_680_000_000 - 1, 'x']);
  for (const wrong of [[32_503_680_000_000, 'x'], [-1, 'x'], [1.5, 'x'], ['5', 'x'], [5, 6], [5, 'a\0b'], []])
    assert.is(at(...wrong), 'invalid', JSON.stringify(wrong));
  const position = (value: unknown) => key(() => pages.readPosition(of(value)));
  assert.equal([position(1e9), position(-1e9), position(0)], [1e9, -1e9, 0]);
  for (const wrong of [1e9 + 1, -1e9 - 1, 0.5, '5', null]) assert.is(position(wrong), 'invalid');
  assert.is(
    key(() => pages.readText(of('a'))),
    'a',
  );
  assert.is(
    key(() => pages.readText(of(1))),
    'invalid',
  );
  const typed = (...values: unknown[]) =>
    key(() => pages.readCursor<[number, string]>(of(...values), ['number', 'string']));
  assert.equal(typed(1, 'a'), [1, 'a']);
  for (const wrong of [[1], [1, 'a', 2], ['a', 1], [1, 2]]) assert.is(typed(...wrong), 'invalid');
  assert.is(
    key(() => pages.readText('e30')),
    'invalid',
    'an object',
  );
  assert.is(
    key(() => pages.readText('no')),
    'invalid',
    'no JSON',
  );
});

test('a page has a next one only when there is more', () => {
  const end = (row: number) => `after ${row}`;
  assert.equal(pages.page([1, 2, 3], 2, end), { items: [1, 2], next: 'after 2' });
  assert.equal(pages.page([1, 2], 2, end), { items: [1, 2] });
  assert.equal(pages.page([], 2, end), { items: [] });
  const doubled = (page: { items: number[]; next?: string }) => pages.mapPage(page, (one) => 2 * one);
  assert.equal(doubled({ items: [1], next: 'x' }), { items: [2], next: 'x' });
  assert.equal(doubled({ items: [1] }), { items: [2] });
});

test('a range of a file is what the header asks for, as far as the file goes', () => {
  const of = (header: string | undefined, size = 10) => {
    const found = rangeOf(header, size);
    return typeof found === 'string' ? found : [found.start, found.end];
  };
  assert.equal(of('bytes=0-0'), [0, 0]);
  assert.equal(of('bytes=2-5'), [2, 5]);
  assert.equal(of('bytes=5-5'), [5, 5]);
  assert.equal(of('bytes=2-'), [2, 9]);
  assert.equal(of('bytes=9-'), [9, 9]);
  assert.equal(of('bytes=2-99'), [2, 9]);
  assert.equal(of('bytes=-3'), [7, 9]);
  assert.equal(of('bytes=-99'), [0, 9]);
  assert.equal([of('bytes=10-'), of('bytes=-0'), of('bytes=-3', 0)], ['none', 'none', 'none']);
  for (const ignored of [undefined, '', 'bytes=-', 'bytes=5-4', 'bytes=0-1,3-4', 'lines=0-1'])
    assert.is(of(ignored), 'all', String(ignored));
});

test('a password is risky when it is one character, a run, a block over and over, or one of the best known', () => {
  for (const risky of ['111111', '123456', '654321', 'abcdef', 'abcabc', 'ababab', 'Qwerty', '1q2w3e4r'])
    assert.ok(isRisky(risky), risky);
  for (const fine of ['135791', '123457', 'acegik', 'abcabd', 'qwerty1', '246810'])
    assert.not(isRisky(fine), fine);
});

test('a password of the partner console is none that is risky, or that says the name of its mailbox', async () => {
  const isTaken = (password: string, email = 'li.mei@dev.example') =>
    assertPassword(password, email).then(
      () => true,
      ({ key }) => key !== 'deskPasswordWeak',
    );
  assert.equal(
    await Promise.all(['zqxzqxzqxzqx', 'my-LI.MEI-2026-key', 'kettle-orbit-47'].map((one) => isTaken(one))),
    [false, false, true],
  );
  assert.is(await isTaken('kettle-orbit-47', 'kett@dev.example'), false);
  assert.is(await isTaken('kettle-orbit-47', 'ket@dev.example'), true, 'a short name is in many words');
});

test('of two areas that a text names the first counts, and of those that begin together the longer', () => {
  const names = (text: string) => parseAddress(text).area?.names.join('');
  assert.is(names('浙江省杭州市西湖区文三路90号'), '浙江省杭州市西湖区');
  assert.is(names('浙江 杭州 西湖区 文三路'), '浙江省杭州市西湖区');
  assert.is(names('浙江省杭州市文三路西湖区90号'), '浙江省杭州市西湖区', 'three characters between');
  assert.is(names('浙江省杭州市文三路九十号西湖区'), undefined, 'too far from its city');
  assert.is(names('浙江省的某个城市杭州市西湖区'), undefined, 'a city too far from its province');
});

test('a district is small enough to send something to, a city is not', () => {
  assert.equal(
    [isDistrict('330106'), isDistrict('3301'), isDistrict('33'), isDistrict('999999')],
    [true, false, false, false],
  );
});

test('a defect is never told to a member as a refusal', () => {
  const refusal = new DomainError('noticeMissing');
  assert.is(refusalOf(refusal), refusal);
  const defect = new TypeError('a defect');
  assert.throws(
    () => refusalOf(defect),
    (error: Error) => error === defect,
  );
});

test.run();
