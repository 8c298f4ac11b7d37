import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { consoleAsk } from './support/console';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('what the console may be sent without a session');
test.before(async (the) => {
  the.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const x = (length: number) => 'x'.repeat(length);
const email = 'nobody@dev.example';
const token = 'a'.repeat(64);
const password = 'a long enough phrase';
const code = '123456';
/** Texts that a person could have sent in place of a right one. */
const tokens = ['', 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64), 7, undefined];
const codes = ['', '12345', '1234567', '123-456', 'abcdef', undefined];
const emails = ['', 'mei', 'mei@', undefined];
const passwords = [x(11), x(129), undefined];

/** For each route a valid body, and for each field other valid values and invalid ones. */
const forms: [
  path: string,
  right: Record<string, unknown>,
  fields: Record<string, { takes?: unknown[]; refuses: unknown[] }>,
][] = [
  [
    'code',
    { email, purpose: 'sign-up' },
    { email: { refuses: emails }, purpose: { takes: ['reset'], refuses: ['', 'sign-in', undefined] } },
  ],
  [
    'code/show',
    { email, purpose: 'sign-up', code },
    {
      email: { refuses: emails },
      purpose: { takes: ['reset'], refuses: ['', undefined] },
      code: { refuses: [...codes, '123 456'] },
    },
  ],
  ['invitation', { token }, { token: { takes: ['0'.repeat(64)], refuses: tokens } }],
  [
    'sign-up',
    { email, ticket: token, password, code, company: 'A' },
    {
      email: { refuses: emails },
      ticket: { refuses: tokens },
      password: { takes: [x(12), x(128)], refuses: passwords },
      code: { takes: ['123 456'], refuses: codes },
      company: { takes: [undefined, x(60)], refuses: ['', ' ', x(61)] },
    },
  ],
  [
    'session',
    { email, password, code },
    {
      email: { refuses: emails },
      password: { takes: ['', x(128)], refuses: [x(129), undefined] },
      code: { takes: ['123 456'], refuses: codes },
    },
  ],
  [
    'reset',
    { email, ticket: token, password, code },
    {
      email: { refuses: emails },
      ticket: { refuses: tokens },
      password: { takes: [x(12), x(128)], refuses: passwords },
      code: { takes: ['123 456'], refuses: codes },
    },
  ],
];

for (const [path, right, fields] of forms)
  test(`a stranger who sends ${path} an invalid text learns which field it is in`, async ({ gateway }) => {
    const send = (body: object) => consoleAsk(gateway, path, { body });
    assert.is.not((await send(right)).status, 400);
    for (const [field, { takes = [], refuses }] of Object.entries(fields)) {
      for (const value of takes)
        assert.is.not((await send({ ...right, [field]: value })).status, 400, `${field} ${value}`);
      for (const value of refuses) {
        const { status, message } = await send({ ...right, [field]: value });
        assert.is(status, 400, `${field} ${value}`);
        assert.match(message, field);
      }
    }
  });

test('a gateway without another one answers no questions of one', async ({ gateway }) => {
  const asked = await fetch(`${gateway.url}/embed/v1/other`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ask: 'records' }),
  });
  assert.is(asked.status, 404);
});

test.run();
