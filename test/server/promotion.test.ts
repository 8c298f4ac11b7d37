import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DocumentAddress, statementAddress } from '../../src/contract/money/documents';
import * as promotion from '../../src/contract/money/promotion';
import type { Member } from '../../src/server/auth/members';
import { audit } from '../../src/server/ledger/audit';
import { restMoney } from '../../src/server/pay-password/money-rest';
import { engine } from './support/database';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { pdfText } from './support/pdf-text';
import { give, held } from './support/shop';

interface Context {
  gateway: TestGateway;
  dana: Member;
  lee: Member;
  as: Sent;
}

const test = suite<Context>(`promotion value, ${engine}`);
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.before.each(async (context) => {
  const { gateway } = context;
  context.dana = await addMember(gateway, { nickname: 'Dana' });
  context.lee = await addMember(gateway, { nickname: 'Lee' });
  context.as = await gateway.signIn(context.dana.id);
  await give(gateway, context.dana.id, 'promotion', 100);
});
test.after.each(async ({ gateway }) => {
  assert.equal(await audit(gateway.db.run), {});
});
test.after(({ gateway }) => gateway.close());

const transfer = (gateway: TestGateway, as: Sent, input: object) =>
  gateway.send(promotion.transferUserScore, { requestKey: randomUUID(), ...input }, as);
const find = (gateway: TestGateway, as: Sent, account: string) =>
  gateway.send(promotion.findRecipient, { account }, as);
const log = async (gateway: TestGateway, member: Member, filter: object = {}) =>
  (await gateway.send(promotion.listScoreLog, filter, await gateway.signIn(member.id))).body.items.map(
    ({ id, at, ...rest }: promotion.ScoreLog) => {
      assert.ok(id && Math.abs(Date.parse(at) - Date.now()) < 60_000);
      return rest;
    },
  );

test('one member gives value to another; both see who, how much, why and the rest', async ({
  gateway,
  dana,
  lee,
  as,
}) => {
  const { body } = await transfer(gateway, as, { to: lee.id, amount: 30, remark: ' For the team ' });
  assert.is(body.balance, 70);
  assert.equal(
    [await held(gateway, dana.id, 'promotion'), await held(gateway, lee.id, 'promotion')],
    [70, 30],
  );
  const given = { amount: 30, remark: 'For the team' };
  assert.equal(await log(gateway, dana), [
    { direction: 'out', counterpart: 'Lee', ...given, balance: 70 },
    { direction: 'in', amount: 100, balance: 100 },
  ]);
  assert.equal(await log(gateway, lee), [{ direction: 'in', counterpart: 'Dana', ...given, balance: 30 }]);
});

test('a statement has the value that another member gave, with its sum', async ({ gateway, lee, as }) => {
  await transfer(gateway, as, { to: lee.id, amount: 30, remark: 'For the team' });
  const own = await gateway.signIn(lee.id);
  const input = { kind: 'promotion', timeZone: 'UTC' };
  const read = async (format: 'csv' | 'pdf') => {
    const { body, message } = await gateway.send(statementAddress, { ...input, format }, own);
    return fetch(gateway.url + ((body as DocumentAddress).url ?? message));
  };
  assert.match(await (await read('csv')).text(), ',30,30,');
  assert.ok(
    pdfText(Buffer.from(await (await read('pdf')).arrayBuffer()))
      .lines.join(' ')
      .includes('30'),
  );
});

test('the log shows only what came in, or only what went out', async ({ gateway, dana, lee, as }) => {
  await transfer(gateway, as, { to: lee.id, amount: 1 });
  assert.equal(
    (await log(gateway, dana, { direction: 'in' })).map(({ amount }: promotion.ScoreLog) => amount),
    [100],
  );
  assert.equal(await log(gateway, dana, { direction: 'out' }), [
    { direction: 'out', counterpart: 'Lee', amount: 1, balance: 99 },
  ]);
});

test('a long log comes page by page, nothing twice and nothing left out', async ({ gateway, lee, as }) => {
  for (let amount = 1; amount <= 22; amount++)
    assert.is((await transfer(gateway, as, { to: lee.id, amount: 1 })).code, '1');
  const items: promotion.ScoreLog[] = [];
  let from: string | undefined;
  let pages = 0;
  do {
    const { body } = await gateway.send(promotion.listScoreLog, { ...(from && { from }) }, as);
    items.push(...body.items);
    from = body.next;
    pages++;
  } while (from);
  assert.equal([pages, items.length, new Set(items.map(({ id }) => id)).size], [2, 23, 23]);
  assert.is((await gateway.send(promotion.listScoreLog, { from: 'nonsense' }, as)).code, '5001');
});

test('a member finds another by exactly the username, phone, e-mail or invitation code', async ({
  gateway,
  as,
}) => {
  const phone = `138${String(Date.now()).slice(-8)}`;
  const email = `${randomUUID()}@example.com`;
  const username = `Mia${randomUUID().slice(0, 8)}`;
  const mia = await addMember(gateway, { username, nickname: 'Mia', phone, email });
  for (const account of [
    username,
    username.toUpperCase(),
    phone,
    `+86${phone}`,
    email.toUpperCase(),
    mia.invite_code,
    mia.invite_code.toLowerCase(),
  ]) {
    const { code, body } = await find(gateway, as, ` ${account} `);
    assert.is(code, '1', account);
    assert.equal(body, {
      recipientId: mia.id,
      nickname: 'Mia',
      account: `M***${username.slice(-1)}`,
    });
  }
  for (const account of [username.slice(0, -1), `${username}x`, phone.slice(0, -1), 'Mia', '%', mia.id]) {
    const { code, message } = await find(gateway, as, account);
    assert.is(code, '500', account);
    assert.match(message, 'No user matches this username, phone number, email or invitation code');
  }
});

test('a username cannot catch what is meant for a phone number or for an invitation code', async ({
  gateway,
  as,
  lee,
}) => {
  const phone = `139${String(Date.now()).slice(-8)}`;
  await addMember(gateway, { username: phone });
  assert.match(
    (await find(gateway, as, phone)).message,
    'No user matches this username, phone number, email or invitation code',
  );
  await addMember(gateway, { username: lee.invite_code });
  assert.match(
    (await find(gateway, as, lee.invite_code)).message,
    'Two users could be meant. Enter the phone number or email',
  );
});

test('looking for members is no way to list them: it stops after a while, and goes on later', async ({
  gateway,
  as,
  lee,
}) => {
  const nobody = () => find(gateway, as, randomUUID().slice(0, 8));
  const replies = await Promise.all(Array.from({ length: 40 }, nobody));
  const stopped = replies.filter(({ message }) => message.startsWith('Too many'));
  assert.is(stopped.length, 10);
  assert.match((await find(gateway, as, lee.username)).message, 'Too many attempts');
  const other = await gateway.signIn(lee.id);
  assert.match(
    (await find(gateway, other, 'nobodyhere')).message,
    'No user matches this username, phone number, email or invitation code',
  );
  gateway.clock.ahead += 3_600_001;
  try {
    assert.is((await find(gateway, as, lee.username)).code, '1');
  } finally {
    gateway.clock.ahead = 0;
  }
});

test('nobody transfers to themselves, to nobody, or to the other country version', async ({
  gateway,
  dana,
  as,
}) => {
  const mei = await addMember(gateway, { country: 'cn' });
  for (const [to, account, why] of [
    [dana.id, dana.username, "You can't transfer to yourself. Enter another user."],
    [randomUUID(), 'nobodyhere', 'No user matches this username, phone number, email or invitation code'],
    [mei.id, mei.username, 'This user belongs to the other version. Transfers work within one version only.'],
  ] as const) {
    const replies = [await transfer(gateway, as, { to, amount: 1 }), await find(gateway, as, account)];
    for (const { code, message } of replies) {
      assert.is(code, '500');
      assert.match(message, why);
    }
  }
  assert.is(await held(gateway, dana.id, 'promotion'), 100);
});

test('members give their own: what is somebody else’s cannot be moved', async ({
  gateway,
  dana,
  lee,
  as,
}) => {
  const thief = await gateway.signIn(lee.id);
  const { code, message } = await transfer(gateway, thief, { from: dana.id, to: lee.id, amount: 10 });
  assert.equal([code, message], ['500', 'Only your own promotion value can be transferred']);
  assert.is((await transfer(gateway, {}, { to: lee.id, amount: 10 })).code, '510');
  assert.is((await transfer(gateway, as, { from: dana.id, to: lee.id, amount: 10 })).code, '1');
  assert.is(await held(gateway, dana.id, 'promotion'), 90);
});

test('amounts are whole, above 0 and not more than there is; a remark has up to 300 characters', async ({
  gateway,
  dana,
  lee,
  as,
}) => {
  for (const [input, field, rule] of [
    [{ amount: 0 }, 'amount', 'notZero'],
    [{ amount: -5 }, 'amount', 'notZero'],
    [{ amount: 1.5 }, 'amount', 'wrong'],
    [{ amount: '10' }, 'amount', 'required'],
    [{}, 'amount', 'required'],
    [{ amount: 1, remark: 'x'.repeat(301) }, 'remark', 'maxLength'],
    [{ amount: 1, to: '' }, 'to', 'required'],
    [{ amount: 1, requestKey: 'x' }, 'requestKey', 'wrong'],
  ] as const) {
    const { code, body } = await transfer(gateway, as, { to: lee.id, ...input });
    assert.is(code, '5001', JSON.stringify(input));
    assert.is(body.problems[field].rule, rule);
  }
  const { code, message } = await transfer(gateway, as, { to: lee.id, amount: 101 });
  assert.equal([code, message], ['500', 'Insufficient promotion value']);
  assert.is((await transfer(gateway, as, { to: lee.id, amount: 1, remark: '推'.repeat(300) })).code, '1');
  assert.is(await held(gateway, dana.id, 'promotion'), 99);
});

test('after a reset of a password a member gives no value away, and others may still give them some', async ({
  gateway,
  dana,
  lee,
  as,
}) => {
  const rest = (member: Member) =>
    gateway.db.tx((tx) => restMoney(tx, member.id, new Date(Date.now() + 3_600_000)));
  await rest(lee);
  assert.is((await transfer(gateway, as, { to: lee.id, amount: 10 })).code, '1');
  await rest(dana);
  const refused = await transfer(gateway, as, { to: lee.id, amount: 10 });
  assert.is(refused.code, '500');
  assert.match(refused.message, 'transfer promotion value from');
  assert.is(await held(gateway, dana.id, 'promotion'), 90);
});

test('one request key moves once, and says the same again', async ({ gateway, dana, lee, as }) => {
  const input = { to: lee.id, amount: 40, requestKey: randomUUID() };
  const [first, second] = await Promise.all([transfer(gateway, as, input), transfer(gateway, as, input)]);
  assert.equal(first.body, second.body);
  assert.is((await transfer(gateway, as, { ...input, amount: 41 })).code, '500');
  assert.is(await held(gateway, dana.id, 'promotion'), 60);
});

test('of two phones that transfer everything at once exactly one does', async ({
  gateway,
  dana,
  lee,
  as,
}) => {
  const mia = await addMember(gateway);
  const replies = await Promise.all(
    [lee, mia, lee, mia].map(({ id }) => transfer(gateway, as, { to: id, amount: 100 })),
  );
  assert.equal(replies.map(({ code }) => code).sort(), ['1', '500', '500', '500']);
  assert.is(await held(gateway, dana.id, 'promotion'), 0);
  const got = [await held(gateway, lee.id, 'promotion'), await held(gateway, mia.id, 'promotion')];
  assert.equal(got.sort(), [0, 100]);
});

test('members who transfer to each other at once wait for each other, and nothing is lost', async ({
  gateway,
  dana,
  lee,
  as,
}) => {
  await give(gateway, lee.id, 'promotion', 100);
  const other = await gateway.signIn(lee.id);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      at % 2
        ? transfer(gateway, as, { to: lee.id, amount: 1 + (at % 3) })
        : transfer(gateway, other, { to: dana.id, amount: 1 + (at % 3) }),
    ),
  );
  assert.ok(
    replies.every(({ code }) => code === '1'),
    JSON.stringify(replies.find(({ code }) => code !== '1')),
  );
  const sum = (await held(gateway, dana.id, 'promotion')) + (await held(gateway, lee.id, 'promotion'));
  assert.is(sum, 200);
});

test('two who have never held any give it to each other’s first account at once', async ({ gateway, as }) => {
  const fresh = await addMember(gateway);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => transfer(gateway, as, { to: fresh.id, amount: 10 })),
  );
  assert.ok(replies.every(({ code }) => code === '1'));
  assert.is(await held(gateway, fresh.id, 'promotion'), 100);
});

test.run();
