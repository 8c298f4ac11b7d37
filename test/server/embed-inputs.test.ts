import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { firstPartners, readGivenPartners } from '../../src/server/settings/partners';
import { askSigned, env, link, shop } from './support/embed';
import { addMember, password } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; member: string }>('what a partner may send');
test.before(async (the) => {
  the.gateway = await openGateway({ env });
  the.member = (await addMember(the.gateway)).id;
  await link(the.gateway, the.member);
});
test.after(({ gateway }) => gateway.close());

const x = (length: number) => 'x'.repeat(length);
/** A secret of a length, with enough different characters. */
const secretOf = (length: number) => 'secret-of-01'.repeat(9).slice(0, length);
const reference = { takes: [x(1), x(100)], refuses: ['', x(101), 'a\nb', 'a\u0085b', 7, undefined] };
const pageSize = { takes: [undefined, 1, 100], refuses: [0, 101, 1.5, '50'] };
const address = { takes: [undefined, `${shop}/back`], refuses: ['back', `${shop}/${x(300 - shop.length)}`] };

interface Form {
  path: string;
  right: (member: string) => object;
  fields: Record<string, { takes: unknown[]; refuses: unknown[] }>;
}
const forms: Form[] = [
  {
    path: 'tokens',
    right: (member) => ({ member, feature: 'wallet', origin: shop }),
    fields: {
      member: reference,
      feature: { takes: [x(40)], refuses: [x(41), undefined] },
      origin: { takes: [x(300)], refuses: [x(301), undefined] },
      scopes: {
        takes: ['all', Array.from({ length: 20 }, () => 'wallet:read'), [x(40)]],
        refuses: ['most', [], Array.from({ length: 21 }, () => 'wallet:read'), [x(41)], [7]],
      },
      returnTo: address,
      ttl: { takes: [30, 900], refuses: [29, 901, 30.5, '30'] },
      other: { takes: [undefined], refuses: [1] },
    },
  },
  {
    path: 'members',
    right: () => ({ act: 'link', member: 'cust', origin: shop }),
    fields: { member: reference, origin: { takes: [x(300)], refuses: [x(301)] }, returnTo: address },
  },
  {
    path: 'members',
    right: () => ({ act: 'connect', member: 'cust', code: 'c' }),
    fields: { member: reference, code: { takes: [x(200)], refuses: ['', x(201)] } },
  },
  {
    path: 'members',
    right: () => ({ act: 'create', member: 'cust', contact: 'cust@b.co', origin: x(300) }),
    fields: {
      member: reference,
      contact: { takes: [' a@b.co ', '+14155552671'], refuses: ['a@b', 'nobody', ''] },
      locale: { takes: [undefined, 'zh'], refuses: ['fr'] },
      // only a gateway in test mode makes such a member: the origin, which is another, is refused before that
      test: {
        takes: [{ password }, { password, balance: 0 }, { password, balance: 1_000_000_00 }],
        refuses: [
          { password: '12345' },
          { password, balance: -1 },
          { password, balance: 0.5 },
          { password, balance: 1_000_000_01 },
        ],
      },
    },
  },
  { path: 'members', right: () => ({ act: 'unlink', member: 'cust' }), fields: { member: reference } },
  {
    path: 'members',
    right: () => ({ act: 'list' }),
    fields: { pageSize, from: { takes: [undefined, x(100)], refuses: ['', x(101)] } },
  },
  {
    path: 'messages',
    right: () => ({ act: 'list' }),
    fields: { pageSize, from: { takes: [undefined, x(60)], refuses: [x(61), 7] } },
  },
  {
    path: 'messages',
    right: () => ({ act: 'replay', id: 'm' }),
    fields: { id: { takes: [x(60)], refuses: [x(61), undefined] } },
  },
];

for (const { path, right, fields } of forms)
  test(`${path} ${JSON.stringify(right(''))} takes what is at a bound, and nothing beyond it`, async ({
    gateway,
    member,
  }) => {
    const errorOf = async (field: string, value: unknown) =>
      (await askSigned(gateway, path, { ...right(member), [field]: value })).error;
    for (const [field, { takes, refuses }] of Object.entries(fields)) {
      for (const value of takes)
        assert.is.not(await errorOf(field, value), 'request_invalid', `${field} ${JSON.stringify(value)}`);
      for (const value of refuses)
        assert.is(await errorOf(field, value), 'request_invalid', `${field} ${JSON.stringify(value)}`);
    }
  });

/** PARTNERS of a gateway: what is wrong with it, in words, and what is left out of it; nothing when it is right. */
const said = (change: object, { production = false, testMode = false } = {}, more: object[] = []) => {
  const [mistakes, problems]: [string[], string[]] = [[], []];
  const one = { id: 'p_a', name: 'A', origins: ['https://a.example'], secret: secretOf(32), ...change };
  const text = JSON.stringify([one, ...more]);
  const given = readGivenPartners(text, { mistakes, problems }, { production, testMode });
  return { wrong: mistakes.join('\n'), left: problems.join('\n'), given };
};
const wrong = (...args: Parameters<typeof said>) => said(...args).wrong;
const keys = (...secrets: string[]) => secrets.map((secret, at) => ({ kid: `k${at}`, secret }));
const other = { id: 'p_b', name: 'B', origins: ['https://b.example'], secret: secretOf(32) };

test('an operator may configure partners as documented, up to every limit', () => {
  for (const change of [
    {},
    { id: `p_${x(40)}`, name: x(60) },
    { name: { en: 'A', zh: x(60) } },
    { secret: undefined, keys: keys(secretOf(32)) },
    { secret: undefined, keys: keys(secretOf(32), `y${secretOf(31)}`) },
    { secret: undefined, keys: [{ kid: x(40), secret: secretOf(32) }] },
    { features: ['wallet'] },
    { origins: ['http://localhost:8081', 'http://127.0.0.1:1', 'http://[::1]:2'] },
    { test: { keys: keys(`z${secretOf(31)}`) } },
  ])
    assert.is(wrong(change), '', JSON.stringify(change));
  assert.is(wrong({}, {}, [other]), '');
  assert.is(wrong({ secret: undefined, test: { keys: keys(secretOf(32)) } }, { testMode: true }), '');
});

test('a mistake in a partner’s settings is named, and stops the start', () => {
  const mistakes: [object, RegExp, { production?: boolean; testMode?: boolean }?][] = [
    [{ id: 'a' }, /number 1, id: must be p_/],
    [{ id: 'p_' }, /id: must be p_/],
    [{ id: `p_${x(41)}` }, /id: must be p_/],
    [{ name: '' }, /name: must be a name/],
    [{ name: x(61) }, /name: must be a name/],
    [{ name: { fr: 'A' } }, /name/],
    [{ secret: secretOf(31) }, /secret: must have at least 32/],
    [{ secret: undefined }, /p_a: must have a secret, or keys/],
    [{ keys: keys(secretOf(32)) }, /p_a: must have a secret, or keys/],
    [{ secret: undefined, keys: [] }, /keys: must hold a key/],
    [
      { secret: undefined, keys: keys(secretOf(32), secretOf(33), secretOf(34)) },
      /keys: must hold two keys at most/,
    ],
    [{ secret: undefined, keys: [{ kid: x(41), secret: secretOf(32) }] }, /kid: must be up to 40/],
    [
      {
        secret: undefined,
        keys: [
          { kid: 'k', secret: secretOf(32) },
          { kid: 'k', secret: secretOf(33) },
        ],
      },
      /p_a: two keys have the same kid/,
    ],
    [{ origins: [] }, /origins: must hold an origin/],
    [{ features: [] }, /features: must hold a feature/],
    [{ features: ['gold'] }, /must be among/],
    [{ test: { keys: keys(secretOf(32)) } }, /a key of test mode must not be a live one/],
    [{ secret: 'dev-partner-secret-of-the-demo-shop' }, /must be one of your own/, { production: true }],
  ];
  for (const [change, words, mode] of mistakes)
    assert.match(wrong(change, mode), words, JSON.stringify(change));
  assert.match(wrong({}, {}, [{ ...other, id: 'p_a' }]), 'p_a is there twice');
  assert.is(
    wrong({ secret: 'dev-partner-secret-of-the-demo-shop' }),
    '',
    'a development machine may have it',
  );
  const not: string[] = [];
  for (const text of ['{', '{}', '7'])
    readGivenPartners(text, { mistakes: not, problems: not }, { production: false, testMode: false });
  assert.equal(not, [
    'PARTNERS: is not JSON',
    'PARTNERS: must be a JSON list',
    'PARTNERS: must be a JSON list',
  ]);
});

test('an origin that is none is named and left out, and everything else of PARTNERS is there', () => {
  const right = 'https://right.example';
  const left: [string, RegExp, { production?: boolean; testMode?: boolean }?][] = [
    ['https://*.a.example', /wildcard, which only test mode allows/],
    ['https://a.example/', /is not an origin/],
    ['a.example', /is not the origin of an app/],
    ['null', /is not the origin of an app/],
    ['file://a', /is not the origin of an app/],
    ['HTTPS://a.example', /is not the origin of an app/],
    ['http://a.example', /must begin with https/],
    ['http://localhost:1', /must begin with https/, { production: true }],
  ];
  for (const [origin, words, mode] of left) {
    const { wrong, left, given } = said({ origins: [origin, right] }, mode, [other]);
    assert.is(wrong, '', origin);
    assert.match(left, words, origin);
    assert.match(left, `PARTNERS: p_a: ${origin} `);
    assert.equal(
      given.map(({ live }) => live.origins),
      [[right], other.origins],
      origin,
    );
  }
  const test = {
    keys: keys(`z${secretOf(31)}`),
    origins: ['https://*.preview.example', 'http://localhost:3000'],
  };
  const mode = { production: true };
  assert.equal(said({ test }, mode).given[0]?.test?.origins, test.origins);
  assert.is(said({ origins: ['http://localhost:1'] }, { production: true, testMode: true }).left, '');
  assert.equal(said({ origins: ['capacitor://localhost', right] }).left, '');
});

test('in test mode only those are known that have keys for it, by a name that says so', () => {
  const read = (change: object, testMode: boolean) =>
    firstPartners(
      readGivenPartners(
        JSON.stringify([{ ...other, ...change }]),
        { mistakes: [], problems: [] },
        { production: false, testMode },
      ),
      testMode,
    );
  const inTest = { keys: keys(`z${secretOf(31)}`), origins: ['https://test.example'] };
  assert.equal(read({}, true), []);
  const [known] = read({ test: inTest }, true);
  assert.equal([known?.name.en, known?.keys, known?.origins], ['B (test mode)', inTest.keys, inTest.origins]);
  const [same] = read({ test: { keys: inTest.keys } }, true);
  assert.equal(same?.origins, other.origins);
  const [live] = read({ test: inTest }, false);
  assert.equal(
    [live?.name.en, live?.keys, live?.origins],
    ['B', [{ kid: 'secret', secret: secretOf(32) }], other.origins],
  );
});

test.run();
