import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as orders from '../../src/contract/buying/orders';
import * as products from '../../src/contract/buying/products';
import * as session from '../../src/contract/member/auth';
import * as payout from '../../src/contract/money/payout';
import * as wallet from '../../src/contract/money/wallet';
import * as workOrders from '../../src/contract/support/work-orders';
import { buildApp } from '../../src/server/app';
import { dayLength, dayOf } from '../../src/server/kernel/dates';
import { rulesOn } from '../../src/server/rules/rules';
import { demoPartner } from '../../src/server/settings/partners';
import { operate } from '../../tools/desk/operate.mjs';
import { addOrder } from './support/devices';
import { addMember, password } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { operator as desk } from './support/operator';
import { addProduct, booksInOrder, give, held, order } from './support/shop';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
  username: string;
}
const test = suite<Context>('desk');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  const member = await addMember(context.gateway);
  Object.assign(context, { member: member.id, username: member.username });
  context.as = await context.gateway.signIn(member.id);
  await give(context.gateway, member.id, 'balance', 1000_00);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const done = async ({ gateway }: Context, ...args: string[]) => {
  const { code, text } = await desk(gateway, ...args);
  assert.is(code, 0, text);
  return text;
};
const refused = async ({ gateway }: Context, ...args: string[]) => {
  const { code, text } = await desk(gateway, ...args);
  assert.is.not(code, 0, text);
  return text;
};
const json = async (context: Context, ...args: string[]) =>
  JSON.parse(await done(context, ...args, '--json'));
const shown = async ({ gateway, as }: Context) =>
  (await gateway.send(products.queryProducts, {}, as)).body.items as products.Product[];

test('an operator puts a product on sale, changes it, fills the stock and takes it off', async (context) => {
  const { gateway, as } = context;
  const made = await json(
    context,
    'product',
    'add',
    '--en',
    'Night owl',
    '--zh',
    '夜猫子',
    '--category',
    'machines',
    '--price',
    '120.50',
    '--days',
    '30',
    '--rent',
    '3.20',
    '--tiers',
    '5:3,20:6',
  );
  const find = async () => (await shown(context)).find(({ productId }) => productId === made.id);
  const { name, price, dailyRent, stock, tiers } = (await find())!;
  assert.equal(
    { name, price, dailyRent, stock, tiers },
    {
      name: 'Night owl',
      price: 120_50,
      dailyRent: 3_20,
      stock: 0,
      tiers: [
        { from: 5, percent: 3 },
        { from: 20, percent: 6 },
      ],
    },
  );
  await done(context, 'product', 'set', made.id, '--vi', 'Cú đêm', '--description-zh-hant', '整夜不睡');
  const { texts } = await gateway.db.run
    .selectFrom('product')
    .select('texts')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  assert.equal(JSON.parse(texts).name, { en: 'Night owl', zh: '夜猫子', vi: 'Cú đêm' });
  assert.is(JSON.parse(texts).description['zh-Hant'], '整夜不睡');
  await addProduct(gateway);
  const others = () =>
    gateway.db.run.selectFrom('product').selectAll().where('id', '!=', made.id).orderBy('id').execute();
  const before = await others();
  await done(context, 'product', 'stock', made.id, '12');
  await done(context, 'product', 'set', made.id, '--price', '99', '--price-before', '120.50');
  assert.equal(
    [(await find())?.stock, (await find())?.price, (await find())?.priceBefore],
    [12, 99_00, 120_50],
  );
  assert.equal(await others(), before, 'the others stay as they were');
  await refused(context, 'product', 'set', made.id, '--price-before', '99');
  const { items } = await json(context, 'product', 'list');
  const row = items.find(({ id }: { id: string }) => id === made.id);
  assert.equal([row.price, row.priceBefore], [99_00, 120_50]);
  assert.match(await refused(context, 'product', 'stock', made.id, '--', '-13'), '12');
  await done(context, 'product', 'stock', made.id, '--', '-2');
  assert.is((await find())?.stock, 10);
  assert.is((await order(gateway, as, orders.addByMoney, { productId: made.id })).code, '1');
  assert.match(await done(context, 'product', 'list'), 'price: "¥99.00"');
  await done(context, 'product', 'off', made.id);
  assert.is(await find(), undefined);
});

test('a product that is sold for points or for beans has that price at the desk', async (context) => {
  const { gateway } = context;
  const ids = [
    await addProduct(gateway, { points: 900 }),
    await addProduct(gateway, { cloud_beans: 70 }),
    await addProduct(gateway),
  ];
  const { items } = await json(context, 'product', 'list');
  const prices = ids.map((id) => {
    const { points, beans } = items.find((one: { id: string }) => one.id === id);
    return { points, beans };
  });
  assert.equal(prices, [
    { points: 900, beans: undefined },
    { points: undefined, beans: 70 },
    { points: undefined, beans: undefined },
  ]);
});

test('a product has the photograph that the desk gave it, in the shape of its tile', async (context) => {
  const { gateway } = context;
  const { id } = await json(context, 'product', 'add', '--en', 'Tea', '--zh', '茶', '--price', '36');
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'desk-')), 'tea.png');
  const pixels = sharp({ create: { width: 900, height: 900, channels: 3, background: '#3a7' } });
  await writeFile(file, await pixels.png().toBuffer());
  await done(context, 'product', 'picture', id, file);
  const { picture } = (await shown(context)).find(({ productId }) => productId === id)!;
  const answer = await fetch(`${gateway.url}${picture}`);
  assert.is(answer.headers.get('content-type'), 'image/jpeg');
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  assert.equal([width, height], [400, 320]);
  await writeFile(file, 'no picture at all');
  assert.match(await refused(context, 'product', 'picture', id, file), 'JPEG');
});

test('a coupon is made, used as often as it may be, and ended', async (context) => {
  const { gateway, as } = context;
  const productId = await addProduct(gateway);
  const until = dayOf(Date.now() + 9 * dayLength);
  const made = ['coupon', 'add', '--en', 'Autumn', '--zh', '秋天', '--uses', '5', '--until', until];
  const { code } = await json(
    context,
    ...made,
    '--off',
    '10',
    '--minimum',
    '50',
    '--code',
    `C${randomUUID().slice(0, 8)}`,
  );
  assert.is((await order(gateway, as, orders.addByMoney, { productId, couponCode: code })).code, '1');
  assert.is(await held(gateway, context.member), 910_00);
  const [row] = (await json(context, 'coupon', 'list')).items.filter(
    (one: { code: string }) => one.code === code,
  );
  assert.equal([row.amount, row.used, row.left], [10_00, 1, 4]);
  await done(context, 'coupon', 'end', code);
  const other = await addMember(gateway);
  await give(gateway, other.id, 'balance', 500_00);
  const late = await order(gateway, await gateway.signIn(other.id), orders.addByMoney, {
    productId,
    couponCode: code,
  });
  assert.is(late.code, '5001');
  assert.match(await refused(context, ...made), 'one of the two');
});

test('a rule is set from a day on, with its reason in the history, and today stays as it is', async (context) => {
  const { gateway } = context;
  const tomorrow = dayOf(Date.now() + dayLength);
  await done(context, 'rule', 'set', 'pointsPerMachine', '7', tomorrow, 'More', 'points');
  assert.is((await rulesOn(gateway.db.run, dayOf(Date.now()))).pointsPerMachine, 2);
  assert.is((await rulesOn(gateway.db.run, tomorrow)).pointsPerMachine, 7);
  const { items } = await json(context, 'rule', 'show', 'pointsPerMachine');
  assert.equal([items[0].value, items[0].reason, items[1].value], [7, 'More points', 2]);
  assert.match(
    await refused(context, 'rule', 'set', 'pointsPerMachine', '7', dayOf(Date.now()), 'Now'),
    'tomorrow',
  );
  assert.match(await refused(context, 'rule', 'set', 'nonsense', '7', tomorrow, 'x'), 'pointsPerMachine');
  assert.match(await refused(context, 'rule', 'set', 'rewardLevel1', '501', tomorrow, 'x'), '500');
  await done(context, 'rule', 'set', 'rewardLevel1', '500', tomorrow, 'The', 'most');
  assert.is((await rulesOn(gateway.db.run, tomorrow)).rewardLevel1, 500);
});

test('a setting changes while gateways run: at this one at once, at another soon, at one that starts too', async (context) => {
  const { gateway, as } = context;
  const another = async () => {
    const settings = gateway.settings.readAgain({});
    const app = await buildApp({ settings, db: gateway.db, staticRoot: gateway.settings.dataDir });
    await app.ready();
    return { settings, app };
  };
  const quote = async () => {
    const { body } = await gateway.send(wallet.quoteWithdrawal, { source: 'balance', amount: 200_00 }, as);
    return body.fee as number;
  };
  const before = await another();
  const usual = await quote();
  await done(context, 'setting', 'set', 'WITHDRAW_FEE_PERMILLE', '50', 'The bank asks for more');
  assert.equal([usual, await quote()], [1_20, 10_00]);
  const after = await another();
  assert.is(after.settings.withdrawal.feePermille, 50);
  for (let tries = 0; before.settings.withdrawal.feePermille !== 50 && tries < 200; tries++) await delay(50);
  assert.is(before.settings.withdrawal.feePermille, 50);

  const wrong = await refused(context, 'setting', 'set', 'WITHDRAW_FEE_PERMILLE', '5000', 'Too much');
  assert.match(wrong, 'WITHDRAW_FEE_PERMILLE must be a whole number from 0 to 500');
  assert.match(
    await refused(context, 'setting', 'set', 'SIGNING_SECRET', 'x', 'No'),
    'WITHDRAW_FEE_PERMILLE,',
  );
  await done(context, 'setting', 'clear', 'WITHDRAW_FEE_PERMILLE', 'As', 'before');
  assert.is(await quote(), usual);
  const { items } = await json(context, 'setting', 'show', 'WITHDRAW_FEE_PERMILLE');
  assert.equal(
    items.map((one: { value: string; reason: string }) => [one.value, one.reason]),
    [
      [null, 'As before'],
      ['50', 'The bank asks for more'],
      ['6', 'the default'],
    ],
  );
  await before.app.close();
  await after.app.close();
});

test('a member is found, shown and locked: out at once, and in again when unlocked', async (context) => {
  const { gateway, as, username } = context;
  assert.match(await done(context, 'member', 'find', username.slice(1, 6)), username);
  assert.match(await done(context, 'member', 'show', username), '"balance": "¥1,000.00"');
  const statement = await done(context, 'member', 'statement', username, '--csv');
  assert.match(statement, /^number,at,why,ref,amount,balance\r\n1,.*,gift,.*,1000\.00,1000\.00/);
  const bystander = await addMember(gateway);
  await done(context, 'member', 'lock', username, 'Stolen', 'phone', '--yes');
  assert.is(
    (
      await gateway.db.run
        .selectFrom('member')
        .select('locked_at')
        .where('id', '=', bystander.id)
        .executeTakeFirst()
    )?.locked_at,
    null,
    'nobody else is locked',
  );
  assert.is((await gateway.send(session.getInfo, {}, as)).code, '510');
  const login = () => gateway.send(session.login, { account: username, password, agreed: true });
  assert.is((await login()).message, 'This account is locked. Contact support.');
  assert.match(await done(context, 'member', 'show', username), 'Stolen phone');
  await done(context, 'member', 'unlock', username);
  assert.is((await login()).code, '1');
});

test('a member who lost every way in gets a new contact that nobody else has', async (context) => {
  const { gateway, as, username } = context;
  const contact = `${randomUUID().slice(0, 8)}@new.example`;
  assert.match(await refused(context, 'member', 'reset', username, contact), '--yes');
  await done(context, 'member', 'reset', username, contact, '--yes');
  assert.is((await gateway.send(session.getInfo, {}, as)).code, '510');
  const stranger = await addMember(gateway);
  assert.match(
    await refused(context, 'member', 'reset', stranger.username, contact, '--yes'),
    'Another account',
  );
});

test('people, partners and settings are added and listed by command', async (context) => {
  const name = `ben${randomUUID().slice(0, 6)}`;
  assert.match(await done(context, 'person', 'add', name, 'finance'), 'invite');
  assert.match(await done(context, 'person', 'list'), name);
  assert.match(await done(context, 'setting', 'list'), 'WITHDRAW_FEE_PERMILLE');
  const address = 'https://shop.example/cp/messages';
  await done(context, 'partner', 'webhook', demoPartner, address);
  assert.match(await done(context, 'partner', 'list'), demoPartner);
});

test('where people bring machines online by hand, they say so at the desk', async (context) => {
  const { gateway, as } = context;
  await order(gateway, as, orders.addByMoney, { productId: await addProduct(gateway), quantity: 2 });
  const [device] = (await gateway.send(devices.listDevices, {}, as)).body.items as devices.Device[];
  const serialNumber = device?.serialNumber ?? '';
  assert.match(await done(context, 'machine', 'waiting'), serialNumber);
  const state = async () => (await gateway.send(devices.getDevice, { serialNumber }, as)).body.state;
  for (const said of ['prepared', 'online', 'offline']) {
    await done(context, 'machine', said, serialNumber);
    assert.is(await state(), said);
  }
  assert.not.match(await done(context, 'machine', 'waiting'), serialNumber);
  assert.match(await refused(context, 'machine', 'online', 'none'), 'Cloud phone order not found');
});

test('a flag that there is not and an argument that is missing name themselves', async (context) => {
  assert.match(await refused(context, 'order', 'show'), "missing required argument 'orderNo'");
  assert.match(await refused(context, 'order', 'list', '--jsno'), "unknown option '--jsno'");
  assert.match(await refused(context, 'coupon', 'add', '--en', 'x'), "required option '--zh <text>'");
  assert.match(await refused(context, 'ordr', 'list'), 'There is no command ordr');
  assert.match(await refused(context, 'product', 'add', '--en', 'x'), '--price');
  assert.match(
    await refused(context, 'product', 'add', '--price', '1.234'),
    '1.234 is not an amount in yuan',
  );
  assert.is((await desk(context.gateway, 'order', 'show')).code, 2);
});

test('amounts are yuan and states are words, in JSON and in code they stay what they are', async (context) => {
  const { gateway, as, username } = context;
  const productId = await addProduct(gateway);
  const { body } = await order(gateway, as, orders.addByMoney, { productId });
  const text = await done(context, 'order', 'show', body.orderNo);
  assert.match(text, '"total": "¥100.00"');
  assert.match(text, '"state": "successful"');
  assert.match(text, username);
  const raw = await json(context, 'order', 'show', body.orderNo);
  assert.equal([raw.total, raw.state], [100_00, 1]);
  const csv = await done(context, 'order', 'list', 'successful', '--csv');
  assert.match(
    csv,
    new RegExp(`${body.orderNo},${username},successful,balance,money,100\\.00,100\\.00,0\\.00`),
  );
  await give(gateway, context.member, 'points', 900);
  const question = { title: '=1+1', description: 'x', annex: [], requestKey: randomUUID() };
  await gateway.send(workOrders.addWorkOrder, question, as);
  assert.match(await done(context, 'workorder', 'list', '--csv'), "'=1+1");
  assert.match(await done(context, 'workorder', 'list', 'pending'), 'status: "pending"');
});

/** The command line with a person in front of it, who gives these answers. */
const asked = async ({ gateway }: Context, answers: boolean[], ...args: string[]) => {
  const questions: string[] = [];
  const code = await operate(args, {
    env: { OPERATOR_URL: gateway.url, OPERATOR_TOKEN: gateway.settings.operatorToken },
    out: () => {},
    err: () => {},
    agree: async (question: string) => {
      questions.push(question);
      return answers.shift() ?? false;
    },
  });
  return { code, questions };
};

test('the same refund again is asked about, and done only when it is meant', async (context) => {
  const { gateway, as, member } = context;
  const { body } = await order(gateway, as, orders.addByMoney, { productId: await addProduct(gateway) });
  const refund = ['order', 'refund', body.orderNo as string, '10', 'Late'];
  assert.equal(await asked(context, [], ...refund), { code: 0, questions: [] });
  const { code, questions } = await asked(context, [false], ...refund);
  assert.equal([code, questions.length], [1, 1]);
  assert.is(await held(gateway, member), 910_00);
  assert.is((await asked(context, [true], ...refund)).code, 0);
  assert.is(await held(gateway, member), 920_00);
  const much = await refused(context, 'order', 'refund', body.orderNo, '80.01', 'Too', 'much');
  assert.match(much, '¥80.00');
});

test('the same answer again is asked about; telling every member is, too', async (context) => {
  const { gateway, as } = context;
  const question = { title: 'Rent?', description: 'When?', annex: [], requestKey: randomUUID() };
  const { body } = await gateway.send(workOrders.addWorkOrder, question, as);
  const answer = ['workorder', 'answer', body.number as string, 'Tomorrow.'];
  assert.equal((await asked(context, [], ...answer)).questions, []);
  assert.is((await asked(context, [false], ...answer)).code, 1);
  assert.is((await asked(context, [true], ...answer)).code, 0);
  assert.is((await asked(context, [false], 'message', 'send', 'all', 'Hello')).code, 1);
  assert.match(await refused(context, 'message', 'send', 'all', 'Hello'), '--yes');
});

test('a bank that the desk hides is offered no more and takes no new account, until it is shown again', async (context) => {
  const { gateway, as } = context;
  const offered = async () =>
    (await gateway.send(payout.bankList, {}, as)).body.items.some((one: payout.Bank) => one.code === 'DBS');
  const add = () =>
    gateway.send(
      payout.userAccountAdd,
      {
        kind: 'bank',
        holder: 'Li Mei',
        cardNumber: '6222021234567890',
        openingBank: 'DBS',
        openingBranch: 'Harbour',
        requestKey: randomUUID(),
      },
      as,
    );
  assert.is(await offered(), true);
  await done(context, 'bank', 'hide', 'DBS');
  assert.is(await offered(), false);
  assert.ok((await add()).body.problems.openingBank);
  assert.match(await refused(context, 'bank', 'hide', 'NOBANK'), 'Bank not found');
  await done(context, 'bank', 'show', 'DBS');
  assert.is((await add()).code, '1');
});

test('a bank that the desk adds is offered in both languages, takes accounts, and goes as it came', async (context) => {
  const { gateway, as } = context;
  const { code } = await json(context, 'bank', 'add', '--en', 'Bank of Macau', '--zh', '澳门银行');
  const offered = async (locale: string) =>
    (await gateway.send(payout.bankList, {}, { ...as, locale })).body.items
      .filter((one: payout.Bank) => one.code === code)
      .map(({ name }: payout.Bank) => name);
  assert.equal([await offered('en_US'), await offered('zh_CN')], [['Bank of Macau'], ['澳门银行']]);
  const { body } = await gateway.send(
    payout.userAccountAdd,
    {
      kind: 'bank',
      holder: 'Li Mei',
      cardNumber: '6222021234567890',
      openingBank: code,
      openingBranch: 'Harbour',
      requestKey: randomUUID(),
    },
    { ...as, locale: 'zh_CN' },
  );
  assert.is(body.bankName, '澳门银行');
  const twice = ['bank', 'add', '--en', 'Macau again', '--zh', '澳门银行'];
  assert.match(await refused(context, ...twice), 'Bank of Macau');
  await done(context, 'bank', 'hide', code);
  assert.equal(await offered('en_US'), []);
});

test('the desk gives a value of a dictionary other words, in both languages', async (context) => {
  const { gateway, as } = context;
  const label = async (locale: string) =>
    (await gateway.send(orders.getDict, { dictCode: 'idType' }, { ...as, locale })).body.items[1].label;
  assert.is(await label('en_US'), 'Passport');
  await done(context, 'dict', 'set', 'idType', 'passport', '--en', 'Travel document', '--zh', '旅行证件');
  assert.equal([await label('en_US'), await label('zh_CN')], ['Travel document', '旅行证件']);
  assert.match(await done(context, 'dict', 'list', 'idType'), 'Travel document');
  assert.match(await refused(context, 'dict', 'set', 'idType', 'card', '--en', 'x', '--zh', 'x'), 'passport');
  assert.match(await refused(context, 'dict', 'list', 'nonsense'), 'payWay');
});

test('a product without the days or the rent that its kind needs is refused, when it is made and changed', async (context) => {
  const names = ['--en', 'Short', '--zh', '短', '--price', '10'];
  for (const [category, more] of [
    ['machines', ['--rent', '1']],
    ['machines', ['--days', '30']],
    ['membership', []],
  ] as const)
    assert.match(
      await refused(context, 'product', 'add', ...names, '--category', category, ...more),
      '--days',
      category,
    );
  const made = await json(
    context,
    'product',
    'add',
    ...names,
    '--category',
    'machines',
    '--days',
    '1',
    '--rent',
    '0.01',
  );
  for (const change of [
    ['--days', '0'],
    ['--rent', '0'],
  ])
    assert.match(await refused(context, 'product', 'set', made.id, ...change), '--days');
  const card = await json(context, 'product', 'add', ...names, '--category', 'membership', '--days', '1');
  assert.match(card.id, /^p-/);
});

test('the desk shows a member’s own machines, inviter and statement, and nobody else’s', async (context) => {
  const { gateway } = context;
  const inviter = await addMember(gateway);
  const [one, other] = [
    await addMember(gateway, { inviter: inviter.id }),
    await addMember(gateway, { inviter: (await addMember(gateway)).id }),
  ];
  const [own, theirs] = [await addOrder(gateway, one.id), await addOrder(gateway, other.id)];
  await give(gateway, one.id, 'balance', 12_00);
  await give(gateway, other.id, 'balance', 34_00);
  const shownOf = (name: string) => json(context, 'member', 'show', name);
  const { devices, invitedBy } = await shownOf(one.username);
  assert.equal(
    [devices.map(({ serialNumber }: { serialNumber: string }) => serialNumber), invitedBy],
    [[own], inviter.username],
  );
  assert.is((await shownOf(other.username)).devices[0].serialNumber, theirs);
  const csv = await done(context, 'member', 'statement', one.username, '--csv');
  assert.match(csv, '12.00');
  assert.not.match(csv, '34.00');
  const led = await fetch(`${gateway.desk}/operator/members/${other.username}/leader`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${gateway.settings.operatorToken}`,
    },
    body: JSON.stringify({ leader: true }),
  });
  assert.is(led.status, 200);
  assert.equal(
    [(await shownOf(one.username)).teamLeader, (await shownOf(other.username)).teamLeader],
    [false, true],
  );
});

test.run();
