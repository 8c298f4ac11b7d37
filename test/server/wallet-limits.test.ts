import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addMember } from './support/member';
import { asDesk } from './support/money-room';
import { openGateway, type TestGateway } from './support/open';
import { deskSession, operatorAs } from './support/operator';
import { booksInOrder, give, held } from './support/shop';
import { addAccount, desk, revoke, type Withdrawer, withdraw } from './support/wallet';

const day = 24 * 3_600_000;
const limits = { PAYOUT_DAY_LIMIT_CN: '100000', PAYOUT_REPORT_FROM: '50000' };
const test = suite<{ gateway: TestGateway }>('limits of withdrawals');
test.before(async (the) => {
  the.gateway = await openGateway({ env: limits });
});
test.before.each(({ gateway }) => {
  gateway.clock.ahead = 0;
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

async function person(gateway: TestGateway, country: 'cn' | 'intl' = 'cn') {
  const { id: member, username } = await addMember(gateway, { name: 'Li Mei', country });
  await give(gateway, member, 'balance', 9000_00);
  const [as, card] = [await gateway.signIn(member), await addAccount(gateway, member)];
  return { gateway, member, username, as, card } as Withdrawer & { username: string };
}

test('a member withdraws up to the limit of a day, and goes on the next day', async ({ gateway }) => {
  const the = await person(gateway);
  const apply = (amount: number) => withdraw(gateway, the.as, the.card, { amount });
  const first = await apply(600_00);
  assert.is(first.code, '1');
  const over = await apply(400_01);
  assert.equal([over.code, over.body.problems], ['5001', { amount: { rule: 'maxMoney', limit: 400_00 } }]);
  assert.match(over.message, '¥1,000.00 a day');
  assert.is(await held(gateway, the.member, 'frozen'), 600_00);
  assert.is((await apply(400_00)).code, '1');
  assert.is((await apply(50_00)).code, '5001');
  await revoke(the, first.body.id);
  assert.is((await apply(600_00)).code, '1', 'what was canceled does not count');
  gateway.clock.ahead = day;
  assert.is((await apply(1000_00)).code, '1');
});

test('two withdrawals at once do not both pass below the limit', async ({ gateway }) => {
  const the = await person(gateway);
  const apply = () => withdraw(gateway, the.as, the.card, { amount: 600_00 });
  const answers = await Promise.all([apply(), apply(), apply()]);
  assert.equal(answers.map(({ code }) => code).sort(), ['1', '5001', '5001']);
});

test('a country version without a limit has none', async ({ gateway }) => {
  const the = await person(gateway, 'intl');
  assert.is((await withdraw(gateway, the.as, the.card, { amount: 5000_00 })).code, '1');
});

test('large withdrawals, and several just below, are marked where they are decided and have a list', async ({
  gateway,
}) => {
  const [large, split, usual] = [await person(gateway), await person(gateway), await person(gateway)];
  const apply = async (the: Withdrawer, amount: number) =>
    (await withdraw(gateway, the.as, the.card, { amount })).body.number as string;
  const one = await apply(large, 500_00);
  const few = [await apply(usual, 499_99), await apply(usual, 400_00)];
  const several: string[] = [];
  for (let nth = 0; nth < 3; nth++) {
    gateway.clock.ahead = nth * 2 * day;
    several.push(await apply(split, 400_00 + nth));
  }
  const kinds = async (number: string) =>
    ((await desk(gateway, `withdrawals/${number}`)).warnings ?? [])
      .filter(({ kind }: any) => kind === 'large' || kind === 'structured')
      .map(({ kind, count, amount }: any) => [kind, count, amount]);
  assert.equal(await kinds(one), [['large', undefined, undefined]]);
  assert.equal(await kinds(few[0]!), []);
  assert.equal(await kinds(several[1]!), [['structured', 3, 1200_03]]);
  const { token } = await deskSession(gateway, 'finance');
  const listed = async (unusual: string) => {
    const { body } = await asDesk(gateway, token, `withdrawals?status=any&unusual=${unusual}`);
    const numbers = body.items.map(({ number }: any) => number);
    return [one, ...few, ...several].filter((number) => numbers.includes(number));
  };
  assert.equal(await listed('yes'), [one, ...several]);
  assert.equal(await listed('no'), few);
  assert.match((await operatorAs(gateway, token, {}, ['withdrawal', 'unusual'])).text, several[0]!);
  gateway.clock.ahead = 20 * day;
  assert.equal(await kinds(await apply(split, 400_00)), [], 'a fortnight later');
});

test.run();
