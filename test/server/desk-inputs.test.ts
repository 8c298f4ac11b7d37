import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { desk } from './support/wallet';

const test = suite<{ gateway: TestGateway; member: string }>('what the desk may send');
test.before(async (the) => {
  the.gateway = await openGateway();
  the.member = (await addMember(the.gateway)).username;
});
test.after(({ gateway }) => gateway.close());

test('a setting is one of the list, and no name that every object has', async ({ gateway }) => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    assert.is((await desk(gateway, `settings/${name}`)).status, 409, name);
    assert.is((await desk(gateway, `settings/${name}`, { value: 'x', reason: 'try' })).status, 409, name);
  }
});

test('an act on what does not exist is refused, and makes nothing', async ({ gateway }) => {
  for (const [path, input] of [
    ['posts/none/show', {}],
    ['partners/none/webhook', { url: 'https://hooks.example/x' }],
  ] as [string, object][])
    assert.is((await desk(gateway, path, input)).status, 409, path);
  const made = gateway.db.run.selectFrom('partner_hook').select('id').where('partner', '=', 'none');
  assert.equal(await made.execute(), []);
});

const x = (length: number) => 'x'.repeat(length);
const requestKey = randomUUID();
const address = 'mei@desk.example';
/** Of something that is written: what is at its bound, and what is beyond it. */
const words = (most = 300) => ({
  takes: [x(1), x(most), ` ${x(most)} `],
  refuses: ['', '  ', x(most + 1), 7],
});
const whole = (least: number, most?: number) => ({
  takes: [least, ...(most === undefined ? [] : [most])],
  refuses: [least - 1, least + 0.5, `${least}`, ...(most === undefined ? [2 ** 53] : [most + 1])],
});
const uuid = { takes: [requestKey], refuses: ['', 'key', undefined] };
const maybe = ({ takes, refuses }: Field) => ({
  takes: [undefined, ...takes],
  refuses: refuses.filter((one) => one !== undefined),
});
const pictures = (most: number) => ({
  takes: [undefined, [], Array(most).fill(requestKey)],
  refuses: [Array(most + 1).fill(requestKey), ['picture'], requestKey],
});
const notice = { title: 'Hello', html: '<p>All</p>' };

const both = { en: 'Lamp', zh: '灯' };
const supplied = {
  category: { id: 'lamps', ...both },
  name: both,
  description: both,
  supplyPrice: 2,
  suggestedPrice: 2,
  stock: 1,
};

/** A text in one language or another, beside those that there must be. */
const inSome = ({ takes, refuses }: Field, beside: object = {}): Field => {
  const each = (texts: unknown[]) =>
    ['en', 'zh', 'zh-Hant', 'vi'].flatMap((locale) => texts.map((text) => ({ ...beside, [locale]: text })));
  return { takes: each(takes), refuses: each(refuses) };
};

interface Field {
  takes: unknown[];
  refuses: unknown[];
}
interface Form {
  /** Nothing that is there: a form that is right is answered with 409 then, or with what it does. */
  path: string;
  right: Record<string, unknown>;
  fields: Record<string, Field>;
}
const reasons = [
  'remittances/none/reject',
  'withdrawals/none/reject',
  'members/none/lock',
  'declarations/none/reject',
  'posts/none/hide',
];
const forms: Form[] = [
  ...reasons.map((path) => ({ path, right: { reason: 'no' }, fields: { reason: words() } })),
  { path: 'declarations/none/approve', right: {}, fields: { result: maybe(words()) } },
  { path: 'withdrawals/none/remit', right: { reference: 'R1' }, fields: { reference: words(120) } },
  { path: 'payments/none/settle', right: { note: 'done' }, fields: { note: words() } },
  {
    path: 'transfers/none/settle',
    right: { address: 'T', orderNo: 'O' },
    fields: { address: words(64), orderNo: words(64) },
  },
  { path: 'orders/none/ship', right: { shipment: 'SF 1' }, fields: { shipment: words(120) } },
  {
    path: 'orders/none/refund',
    right: { reason: 'broken', requestKey },
    fields: {
      reason: words(),
      requestKey: uuid,
      amount: maybe(whole(1)),
      toBalance: maybe({ takes: [true, false], refuses: ['yes', 1] }),
    },
  },
  {
    path: 'disputes',
    right: { orderNo: 'none', providerNo: 'P1', amount: 1, reason: 'r' },
    fields: {
      providerNo: words(100),
      amount: whole(1),
      reason: words(),
      deadline: maybe({ takes: ['2026-02-28'], refuses: ['tomorrow', '2026-02'] }),
    },
  },
  { path: 'disputes/none/win', right: { note: 'n' }, fields: { note: words() } },
  { path: 'disputes/none/lose', right: { note: 'n' }, fields: { note: words() } },
  {
    path: 'disputes/none/decideGoods',
    right: { goodsAre: 'kept', note: 'n' },
    fields: { note: words(), goodsAre: { takes: ['taken'], refuses: ['sold', ''] } },
  },
  {
    path: 'settings/none',
    right: { value: '1', reason: 'r' },
    fields: { value: { takes: [null, x(2000)], refuses: ['', x(2001)] }, reason: words() },
  },
  {
    path: 'rules/none',
    right: { value: 1, from: '2026-11-23', reason: 'r' },
    fields: {
      value: whole(0),
      from: { takes: ['2026-02-28'], refuses: ['tomorrow', '2026-11', ''] },
      reason: words(),
    },
  },
  {
    path: 'banks',
    right: { en: 'Harbour', zh: '海港' },
    fields: {
      en: { takes: [], refuses: ['', x(41), 'a|b'] },
      zh: { takes: [], refuses: ['', x(21), 'a|b'] },
    },
  },
  { path: 'dictionaries/none/1', right: { en: 'One', zh: '一' }, fields: { en: words(60), zh: words(60) } },
  {
    path: 'workorders/none/answer',
    right: { text: 'Hello', requestKey },
    fields: { text: words(2000), pictures: pictures(9), requestKey: uuid },
  },
  {
    path: 'conversations/of/none/reply',
    right: { text: 'Hello', requestKey },
    fields: { text: words(1000), pictures: pictures(1), requestKey: uuid },
  },
  { path: 'conversations/of/none/read', right: {}, fields: { before: maybe(whole(1)) } },
  {
    path: 'conversations/follow',
    right: {},
    fields: {
      followed: {
        takes: [],
        refuses: [
          { since: 'yesterday', known: {} },
          { since: '2026-01-01T00:00:00.000Z', known: { x: 0 } },
          { since: '2026-01-01T00:00:00.000Z', known: { x: 1.5 } },
        ],
      },
    },
  },
  {
    path: 'messages',
    right: { to: 'nobody-at-all', text: 'Hello', requestKey },
    fields: { to: words(100), text: { takes: [x(1000)], refuses: ['', x(1001)] }, requestKey: uuid },
  },
  {
    path: 'notices/preview',
    right: { texts: { en: notice } },
    fields: {
      texts: {
        takes: [{ zh: notice }, { en: { ...notice, title: x(120) } }],
        refuses: [
          {},
          { en: { ...notice, title: x(121) } },
          { en: { ...notice, html: '' } },
          { en: { ...notice, html: x(50_001) } },
        ],
      },
    },
  },
  {
    path: 'notices',
    right: { texts: { en: notice }, to: 'nobody-at-all', requestKey },
    fields: { to: words(100), requestKey: uuid },
  },
  {
    path: 'partners/none/ask',
    right: { account: 'a' },
    fields: { account: words(100), reference: maybe(words(100)) },
  },
  { path: 'partners/none/unlink', right: { reference: 'a' }, fields: { reference: words(100) } },
  { path: 'partners/none/webhook', right: {}, fields: { url: maybe(words(500)) } },
  {
    path: 'members/none/reset',
    right: { contact: 'a@b.co' },
    fields: { contact: { takes: ['13800138000', '+14155552671'], refuses: ['', 'a@b', 'nobody'] } },
  },
  {
    path: 'products/none',
    right: {},
    fields: {
      name: maybe(inSome(words(60))),
      description: maybe(inSome(words(2000))),
      price: maybe(whole(1)),
      priceBefore: maybe(whole(1)),
      points: maybe(whole(1)),
      beans: maybe(whole(1)),
      stock: maybe(whole(0)),
      perOrder: maybe(whole(1)),
      days: maybe(whole(0)),
      dailyRent: maybe(whole(0)),
      rank: maybe(whole(0)),
      tiers: {
        takes: [[], [{ from: 2, percent: 1 }], [{ from: 2, percent: 90 }]],
        refuses: [
          [{ from: 1, percent: 5 }],
          [{ from: 2, percent: 0 }],
          [{ from: 2, percent: 91 }],
          [{ from: 2, percent: 1.5 }],
        ],
      },
    },
  },
  {
    path: 'products/none/stock',
    right: { by: -1 },
    fields: { by: { takes: [0, 5], refuses: [0.5, 2 ** 53, '1'] } },
  },
  {
    path: 'coupons',
    right: { name: both, amount: 1, percent: 1, uses: 1, validUntil: '2099-01-01T00:00:00.000Z' },
    fields: {
      code: { takes: ['abc', x(20)], refuses: ['ab', x(21), 'a-b'] },
      name: inSome(words(40), both),
      amount: whole(1),
      percent: whole(1, 99),
      minimum: maybe(whole(0)),
      uses: whole(1),
      products: { takes: [undefined, [], [x(64)]], refuses: [[x(65)], x(1)] },
      validUntil: { takes: ['2099-01-01T00:00:00Z'], refuses: ['2099-01-01', 'tomorrow'] },
    },
  },
  {
    path: 'supply',
    right: supplied,
    fields: {
      id: { takes: [x(64)], refuses: ['', x(65)] },
      category: {
        takes: [{ id: x(64), en: x(20), zh: x(20) }],
        refuses: [
          { id: x(65), en: 'Lamps', zh: '灯' },
          { id: 'lamps', en: x(21), zh: '灯' },
          { id: 'lamps', en: 'Lamps', zh: '' },
        ],
      },
      name: {
        takes: [{ en: x(60), zh: x(60) }],
        refuses: [
          { en: x(61), zh: '灯' },
          { en: '', zh: '灯' },
        ],
      },
      description: { takes: [{ en: x(2000), zh: x(2000) }], refuses: [{ en: x(2001), zh: '灯' }] },
      supplyPrice: { takes: [1], refuses: [0, 0.5, '1'] },
      suggestedPrice: { takes: [2, 3], refuses: [2.5, 2 ** 53] },
      stock: { takes: [0], refuses: [-1, 0.5] },
    },
  },
  {
    path: 'people',
    right: { name: 'mei', role: 'support' },
    fields: {
      name: { takes: ['ab', `a${x(39)}`, 'a.b-c_1'], refuses: ['a', `a${x(40)}`, '1ab', 'a b', ''] },
      role: { takes: ['finance', 'admin'], refuses: ['automation', 'boss', undefined] },
      email: { takes: [undefined, address], refuses: ['mei', 'mei@', `${x(190)}@desk.example`] },
    },
  },
  {
    path: 'people/none/email',
    right: { email: null },
    fields: { email: { takes: [address], refuses: ['mei', '@desk.example', undefined] } },
  },
  {
    path: 'members/none/endSession',
    right: { session: 'a'.repeat(24) },
    fields: { session: { takes: ['0'.repeat(24)], refuses: ['a'.repeat(23), 'a'.repeat(25), x(24), ''] } },
  },
  {
    path: 'people/none/role',
    right: { role: 'admin' },
    fields: { role: { takes: ['support'], refuses: ['automation'] } },
  },
  {
    path: 'session',
    right: { name: 'nobody', password: 'p', code: '123456' },
    fields: {
      name: { takes: [x(40)], refuses: ['', x(41)] },
      password: { takes: ['', x(128)], refuses: [x(129), undefined] },
      code: { takes: ['123 456'], refuses: ['12345', '1234567', '123-456', 'abcdef'] },
    },
  },
  {
    path: 'session/invitation',
    right: { invite: 'a'.repeat(64) },
    fields: {
      invite: {
        takes: [x(43), ` ${'0'.repeat(64)} `],
        refuses: ['', 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), x(42)],
      },
    },
  },
  {
    path: 'session/join',
    right: { invite: 'a'.repeat(64), password: x(12), code: '123456' },
    fields: {
      password: { takes: [x(128)], refuses: [x(11), x(129)] },
      code: { takes: ['123 456'], refuses: ['12345', '1234567'] },
      invite: { takes: [], refuses: [x(42)] },
    },
  },
];

for (const { path, right, fields } of forms)
  test(`${path} takes what is at a bound, and names what is beyond it`, async ({ gateway }) => {
    const send = (field: string, value: unknown) => desk(gateway, path, { ...right, [field]: value });
    for (const [field, { takes, refuses }] of Object.entries(fields)) {
      for (const value of takes) {
        const { status, message } = await send(field, value);
        assert.is.not(status, 400, `${field} ${JSON.stringify(value)}: ${message}`);
      }
      for (const value of refuses) {
        const { status, message } = await send(field, value);
        assert.is(status, 400, `${field} ${JSON.stringify(value)}`);
        assert.match(message, field);
      }
    }
  });

test('a good is supplied for no more than is suggested for it', async ({ gateway }) => {
  assert.is((await desk(gateway, 'supply', { ...supplied, supplyPrice: 3 })).status, 400);
  assert.is((await desk(gateway, 'supply', { ...supplied, supplyPrice: 2 })).status, 200);
});

test('a statement is of a month, and the trail is asked for from a number on', async ({
  gateway,
  member,
}) => {
  const statement = `members/${member}/statement`;
  const queries: [string, number][] = [
    [statement, 200],
    [`${statement}?month=2026-11&kind=points`, 200],
    [`${statement}?before=7&size=1000`, 200],
    [`${statement}?before=x`, 400],
    [`${statement}?before=9007199254740991`, 200],
    [`${statement}?before=9007199254740992`, 400],
    [`${statement}?size=0`, 400],
    [`${statement}?size=1001`, 400],
    [`${statement}?month=2026-1`, 400],
    [`${statement}?month=12026-11`, 400],
    [`${statement}?kind=gold`, 400],
    [`orders?member=${x(200)}`, 200],
    [`orders?member=${x(201)}`, 400],
    ['orders?member=a&member=b', 400],
    ['trail', 200],
    ['trail?size=1', 200],
    ['trail?size=0', 400],
    ['trail?before=5&by=mei&target=x&action=y', 200],
    ['trail?before=5x', 400],
    [`trail?by=${x(41)}`, 400],
    [`trail?target=${x(201)}`, 400],
    [`trail?action=${x(61)}`, 400],
  ];
  for (const [path, status] of queries) assert.is((await desk(gateway, path)).status, status, path);
});

test('a search has a hundred characters at most, and a list is of times before the year 3000', async ({
  gateway,
}) => {
  for (const [path, status] of [
    [`search?q=${x(100)}`, 200],
    [`search?q=${x(101)}`, 400],
    [`orders?q=${x(100)}`, 200],
    [`orders?q=${x(101)}`, 400],
    [`orders?text=${x(100)}`, 200],
    [`orders?text=${x(101)}`, 400],
    ['orders?until=3000-01-01T00:00:00.000Z', 200],
    ['orders?until=3000-01-01T00:00:00.001Z', 400],
  ] as [string, number][])
    assert.is((await desk(gateway, path)).status, status, path);
});

test.run();
