import { randomUUID } from 'node:crypto';
import { sql as kysely } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { getDict } from '../../src/contract/buying/orders';
import * as calls from '../../src/contract/money/payout';
import { allKnownBanks } from '../../src/server/wallet/payout/banks';
import { migrations } from '../../src/server/wallet/payout/migrations';
import { offerBank } from '../../src/server/wallet/payout/offer-banks';
import { ownPayoutAccount } from '../../src/server/wallet/payout/own-payout-account';
import { rowsOf } from './support/bystander';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addAccount } from './support/wallet';

interface Context {
  gateway: TestGateway;
  /** A member of the Chinese version, and one of the international version. */
  cn: Sent;
  intl: Sent;
}
const test = suite<Context>('payout');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  const { gateway } = context;
  context.cn = await gateway.signIn((await addMember(gateway, { country: 'cn' })).id);
  context.intl = await gateway.signIn((await addMember(gateway, { country: 'intl' })).id);
});
test.after(({ gateway }) => gateway.close());

const union = '6222021234567890123'; // UnionPay; its check digit is not Luhn's
const visa = '4111111111111111';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const bank = (more: object = {}) => ({
  kind: 'bank',
  holder: 'ZHANG Wei',
  cardNumber: union,
  openingBank: 'ICBC',
  openingBranch: 'Shanghai Pudong',
  requestKey: randomUUID(),
  ...more,
});
const alipay = (more: object = {}) => ({
  kind: 'alipay',
  holder: '张伟',
  login: '13800138000',
  requestKey: randomUUID(),
  ...more,
});
const abroad = (more: object = {}) => ({
  kind: 'abroad',
  holder: 'María José O’Neill',
  country: 'DE',
  bankName: 'Deutsche Bank',
  swift: 'deut de ff',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  requestKey: randomUUID(),
  ...more,
});
const usdt = (more: object = {}) => ({ kind: 'usdt', address: tron, requestKey: randomUUID(), ...more });

const add = ({ gateway }: Context, as: Sent, form: object) => gateway.send(calls.userAccountAdd, form, as);
const edit = ({ gateway }: Context, as: Sent, form: object) => gateway.send(calls.userAccountEdit, form, as);
const remove = ({ gateway }: Context, as: Sent, ids: string[], more: object = {}) =>
  gateway.send(calls.userAccountDeleteBatch, { ids, ...more }, as);
const list = async ({ gateway }: Context, as: Sent, filter: object = {}) =>
  (await gateway.send(calls.userAccountList, filter, as)).body;
const idsOf = async (context: Context, as: Sent, filter?: object): Promise<string[]> =>
  (await list(context, as, filter)).items.map(({ id }: { id: string }) => id);

test('an account at a bank abroad is added with its IBAN, of which only the end is shown', async (context) => {
  const { intl, gateway } = context;
  const { code, body } = await add(context, intl, abroad());
  assert.is(code, '1');
  const { id, addTime, availableAt, ...rest } = body;
  assert.equal(rest, {
    kind: 'abroad',
    type: 'Bank account abroad',
    holder: 'María José O’Neill',
    number: '•••• 3000',
    bankName: 'Deutsche Bank',
    swift: 'DEUTDEFF',
    country: 'DE',
    countryName: 'Germany',
  });
  assert.is((await list(context, { ...intl, locale: 'zh_CN' })).items[0].countryName, '德国');
  assert.is(
    (await ownPayoutAccount(gateway.db.run, intl.userId ?? '', id))?.number,
    'DE89370400440532013000',
  );
  assert.match((await add(context, intl, abroad())).message, /already/);
  const dbs = { country: 'SG', bankName: 'DBS Bank', swift: 'DBSSSGSGXXX', accountNumber: '003-123567-8' };
  const second = await add(context, intl, abroad({ ...dbs, openingBranch: '7171 Marina Bay' }));
  assert.equal([second.code, second.body.openingBranch], ['1', '7171 Marina Bay']);
});

test('a number that cannot be of an account in its country is refused, and a wrong SWIFT code is', async (context) => {
  const { intl } = context;
  const refused = async (more: object) => (await add(context, intl, abroad(more))).body.problems;
  const iban = { accountNumber: { rule: 'iban' } };
  assert.equal(await refused({ accountNumber: 'DE89370400440532013001' }), iban, 'a digit is wrong');
  assert.equal(await refused({ accountNumber: '0532013000' }), iban, 'no IBAN where there are IBANs');
  assert.equal(await refused({ country: 'FR' }), iban, 'of another country');
  assert.equal(await refused({ country: 'SG', accountNumber: '12' }), { accountNumber: { rule: 'account' } });
  assert.equal(await refused({ swift: 'DEUTDEF' }), { swift: { rule: 'swift' } });
  for (const country of ['CN', 'ZZ', '((', '[']) {
    const problems = await refused({ country, accountNumber: '0532013000' });
    assert.equal(problems, { country: { rule: 'wrong' } });
  }
  assert.equal(
    Object.keys(await refused({ bankName: '', swift: '', country: '', accountNumber: '' })).sort(),
    ['accountNumber', 'bankName', 'country', 'swift'],
  );
});

test('an account abroad that is edited keeps its number, as long as that fits its country', async (context) => {
  const { intl } = context;
  const { id } = (await add(context, intl, abroad())).body;
  const kept = { ...abroad({ id, bankName: 'Commerzbank', swift: 'COBADEFF' }), accountNumber: undefined };
  const { body } = await edit(context, intl, kept);
  assert.equal([body.bankName, body.swift, body.number], ['Commerzbank', 'COBADEFF', '•••• 3000']);
  const moved = await edit(context, intl, { ...kept, country: 'NL', requestKey: randomUUID() });
  assert.equal(moved.body.problems, { accountNumber: { rule: 'iban' } });
  const french = abroad({ id, country: 'FR', accountNumber: 'FR14 2004 1010 0505 0001 3M02 606' });
  assert.is(
    (await edit(context, intl, french)).body.number,
    '•••• 2606',
    'with a number of that country it may',
  );
});

test('members of the Chinese version have no account abroad', async (context) => {
  const { cn } = context;
  assert.is((await add(context, cn, abroad())).code, '500');
});

test('countries are named and ordered in the member’s language, without the mainland of China', async ({
  gateway,
  intl,
}) => {
  const ask = async (as: Sent) => (await gateway.send(calls.bankCountries, {}, as)).body.items;
  const [first] = (await ask(intl)) as calls.BankCountry[];
  assert.is(first?.name, 'Afghanistan');
  const chinese = (await ask({ ...intl, locale: 'zh_CN' })) as calls.BankCountry[];
  assert.ok(chinese.some(({ code, name }) => code === 'SG' && name === '新加坡'));
  assert.not(chinese.some(({ code }) => code === 'CN'));
});

test('a bank card is added, and of its number only the end is ever told', async (context) => {
  const { cn, gateway } = context;
  const { code, body } = await add(context, cn, bank({ cardNumber: '6222 0212 3456 7890-123' }));
  assert.is(code, '1');
  assert.is(body.number, '•••• 0123');
  const chinese = await list(context, { ...cn, locale: 'zh_CN' }, { kind: 'bank' });
  assert.is(chinese.items.length, 1);
  const { id, addTime, ...shown } = chinese.items[0];
  assert.equal(shown, {
    kind: 'bank',
    type: '银行卡',
    holder: 'ZHANG Wei',
    number: '•••• 0123',
    openingBank: 'ICBC',
    bankName: '中国工商银行',
    openingBranch: 'Shanghai Pudong',
  });
  assert.ok(Date.parse(addTime));
  const replies = [body, chinese, (await edit(context, cn, bank({ id, cardNumber: undefined }))).body];
  assert.not.match(JSON.stringify(replies), /62220|[4-9]0123/);
  assert.is((await ownPayoutAccount(gateway.db.run, cn.userId!, id))?.number, union);
  assert.not.match(
    JSON.stringify(await gateway.db.run.selectFrom('answered').selectAll().execute()),
    /62220/,
  );
});

test('an Alipay login and a TRON address are masked too', async (context) => {
  const { cn, intl } = context;
  assert.is((await add(context, cn, alipay())).body.number, '138****8000');
  assert.is((await add(context, cn, alipay({ login: 'Wei@Example.com' }))).body.number, 'w***@example.com');
  assert.is((await add(context, intl, usdt())).body.number, 'TR7NHq…gjLj6t');
});

test('each country version has its own kinds of account, and no others', async (context) => {
  const { cn, intl } = context;
  assert.equal((await list(context, cn)).kinds, ['bank', 'alipay']);
  assert.equal((await list(context, intl)).kinds, ['bank', 'abroad', 'usdt']);
  assert.match((await add(context, cn, usdt())).message, /not available here/);
  assert.match((await add(context, intl, alipay())).message, /not available here/);
  assert.equal(await idsOf(context, cn), []);
});

test('holder, number, bank and branch are required and have to be right', async (context) => {
  const { cn, intl } = context;
  const problems = async (as: Sent, form: object) => (await add(context, as, form)).body.problems;
  const empty = { kind: 'bank', requestKey: randomUUID() };
  assert.equal(Object.keys(await problems(cn, empty)).sort(), [
    'cardNumber',
    'holder',
    'openingBank',
    'openingBranch',
  ]);
  assert.equal(await problems(cn, bank({ cardNumber: '62220' })), { cardNumber: { rule: 'card' } });
  assert.equal(await problems(cn, bank({ cardNumber: '62220000000' })), { cardNumber: { rule: 'card' } });
  assert.equal(await problems(cn, bank({ openingBranch: '' })), { openingBranch: { rule: 'required' } });
  assert.equal(await problems(cn, bank({ openingBank: 'NOBANK' })), { openingBank: { rule: 'wrong' } });
  assert.equal(await problems(cn, bank({ openingBranch: ' ' })), { openingBranch: { rule: 'required' } });
  assert.equal(await problems(cn, bank({ holder: 'R2D2' })), { holder: { rule: 'holder' } });
  assert.equal(await problems(cn, alipay({ login: 'somebody' })), { login: { rule: 'contact' } });
  assert.equal(await problems(intl, usdt({ address: tron.replace('TR7', 'TR8') })), {
    address: { rule: 'tron' },
  });
  assert.equal(await problems(cn, { ...bank(), kind: 'paypal' }), { kind: { rule: 'required' } });
  for (const holder of ['欧阳娜娜', '阿卜杜·热合曼', 'O’NEIL Seán', 'Jean-Luc d. Müller'])
    assert.is(
      (await add(context, intl, bank({ holder, cardNumber: `62${Date.now()}${holder.length}` }))).code,
      '1',
    );
});

test('a wrong check digit is refused where every number has a right one, and not by UnionPay', async (context) => {
  const { cn } = context;
  assert.is((await add(context, cn, bank())).code, '1');
  assert.is((await add(context, cn, bank({ cardNumber: visa }))).code, '1');
  for (const cardNumber of ['4111111111111112', '5555555555554445', '378282246310006'])
    assert.equal((await add(context, cn, bank({ cardNumber }))).body.problems, {
      cardNumber: { rule: 'card' },
    });
});

test('a number is added once, also by two phones at once, until it is deleted', async (context) => {
  const { cn, intl } = context;
  const both = await Promise.all([1, 2, 3, 4].map(() => add(context, cn, bank())));
  assert.is(both.filter(({ code }) => code === '1').length, 1);
  const refused = both.find(({ code }) => code !== '1')!;
  assert.match(refused.message, /added this one already/);
  assert.is((await add(context, intl, bank())).code, '1', 'another member may have the same card');
  await remove(context, cn, await idsOf(context, cn));
  assert.is((await add(context, cn, bank())).code, '1');
});

test('a form that is sent again adds one account', async (context) => {
  const { cn } = context;
  const form = bank();
  const [first, again] = [await add(context, cn, form), await add(context, cn, form)];
  assert.equal(again.body, first.body);
  assert.is((await idsOf(context, cn)).length, 1);
  assert.match((await add(context, cn, { ...form, cardNumber: visa })).message, /other values/);
});

test('a member has at most 20 accounts, however fast they are added', async (context) => {
  const { cn } = context;
  const numbers = Array.from({ length: 24 }, (_, at) => `62220212345678${at + 10}`);
  const codes = await Promise.all(
    numbers.map(async (cardNumber) => (await add(context, cn, bank({ cardNumber }))).code),
  );
  assert.is(codes.filter((code) => code === '1').length, 20);
  assert.match((await add(context, cn, alipay())).message, /20 accounts/);
  const ids = await idsOf(context, cn);
  assert.is(ids.length, 20);
  await remove(context, cn, ids.slice(0, 1));
  assert.is((await add(context, cn, alipay())).code, '1');
});

test('an account may stay at a bank that has left the list, and none may go there', async (context) => {
  const { cn, gateway } = context;
  const { id } = (await add(context, cn, bank())).body;
  const other = (await add(context, cn, bank({ openingBank: 'CMB', cardNumber: visa }))).body.id;
  await offerBank(gateway.db.run, 'ICBC', false, Date.now());
  try {
    const stays = { ...bank({ id, openingBranch: 'Hill' }), cardNumber: undefined };
    assert.is((await edit(context, cn, stays)).code, '1');
    const goes = { ...bank({ id: other }), cardNumber: undefined };
    assert.is((await edit(context, cn, goes)).code, '5001');
  } finally {
    await offerBank(gateway.db.run, 'ICBC', true, Date.now());
  }
});

test('an account is edited; a number that is left out stays', async (context) => {
  const { cn, gateway } = context;
  const { id } = (await add(context, cn, bank())).body;
  await add(context, cn, bank({ cardNumber: visa }));
  const form = { ...bank({ id, openingBank: 'CMB', openingBranch: 'Shenzhen' }), cardNumber: undefined };
  const { body } = await edit(context, cn, form);
  assert.is(body.bankName, 'China Merchants Bank');
  assert.is(body.openingBranch, 'Shenzhen');
  assert.is((await ownPayoutAccount(gateway.db.run, cn.userId!, id))?.number, union);
  assert.is((await edit(context, cn, bank({ id, cardNumber: '6222029999999999' }))).body.number, '•••• 9999');
  const taken = await edit(context, cn, bank({ id, cardNumber: visa }));
  assert.match(taken.message, /added this one already/);
  assert.is((await edit(context, cn, bank({ id, cardNumber: '6222029999999999' }))).code, '1', 'its own');
  assert.match((await edit(context, cn, alipay({ id }))).message, /Account not found/, 'of another kind');
});

test('deleting several is all or nothing, and asking again with the same key changes nothing', async (context) => {
  const { cn } = context;
  const ids: string[] = [];
  for (const cardNumber of ['6222021111111111', '6222022222222222', '6222023333333333'])
    ids.push((await add(context, cn, bank({ cardNumber }))).body.id);
  assert.match((await remove(context, cn, [...ids, randomUUID()])).message, /Account not found/);
  assert.is((await idsOf(context, cn)).length, 3);
  const requestKey = randomUUID();
  const two = [ids[0]!, ids[1]!, ids[0]!];
  assert.is((await remove(context, cn, two, { requestKey })).code, '1');
  assert.is((await remove(context, cn, two, { requestKey })).code, '1');
  assert.equal(await idsOf(context, cn), [ids[2]]);
  assert.is((await remove(context, cn, [ids[0]!])).code, '500');
  assert.ok((await remove(context, cn, [])).body.problems.ids);
});

test('another member’s account is as if there were none', async (context) => {
  const { cn, intl, gateway } = context;
  const { id } = (await add(context, cn, bank())).body;
  const own = (await add(context, intl, bank())).body.id;
  const stranger = await edit(context, intl, bank({ id, cardNumber: visa }));
  const nobody = await edit(context, intl, bank({ id: randomUUID(), cardNumber: visa }));
  assert.equal([stranger.code, stranger.message], [nobody.code, nobody.message]);
  assert.is((await remove(context, intl, [own, id])).code, '500');
  assert.equal(await idsOf(context, intl), [own]);
  assert.equal(await idsOf(context, cn), [id]);
  assert.is(await ownPayoutAccount(gateway.db.run, intl.userId!, id), undefined);
  await remove(context, cn, [id]);
  assert.is(await ownPayoutAccount(gateway.db.run, cn.userId!, id), undefined, 'removed');
  assert.match((await edit(context, cn, bank({ id }))).message, /Account not found/);
  const signedOut = await gateway.send(calls.userAccountList, {});
  assert.is(signedOut.code, '510');
});

test('accounts are listed by kind, the newest first', async (context) => {
  const { cn, gateway } = context;
  const first = (await add(context, cn, bank())).body.id;
  gateway.clock.ahead += 1000;
  const second = (await add(context, cn, alipay())).body.id;
  gateway.clock.ahead += 1000;
  const third = (await add(context, cn, bank({ cardNumber: visa }))).body.id;
  assert.equal(await idsOf(context, cn), [third, second, first]);
  assert.equal(await idsOf(context, cn, { kind: 'bank' }), [third, first]);
  assert.equal(await idsOf(context, cn, { kind: 'usdt' }), []);
});

test('banks and account types are named in the member’s language, those of the mainland first', async (context) => {
  const { cn, intl, gateway } = context;
  const banks = async (as: Sent) => (await gateway.send(calls.bankList, {}, as)).body.items;
  assert.equal((await banks({ ...cn, locale: 'zh_CN' }))[0], { code: 'ICBC', name: '中国工商银行' });
  assert.is((await banks(cn))[0].name, 'Industrial and Commercial Bank of China');
  const theirs = await banks(intl);
  assert.is(theirs[0].code, 'ICBC');
  assert.is(new Set(theirs.map(({ code }: calls.Bank) => code)).size, theirs.length);
  const { body } = await gateway.send(getDict, { dictCode: 'accountType' }, { locale: 'zh_CN' });
  assert.equal(
    body.items.map(({ label }: { label: string }) => label),
    ['银行卡', '境外银行账户', '支付宝', 'USDT（TRC20）'],
  );
});

test("banks of the mainland have the codes of Alipay's public list, and none that it gives another bank", () => {
  const named = new Map(allKnownBanks('zh').map(({ code, name }) => [code, name]));
  // npm bankcardinfo 2.0.6
  const listed =
    'SPABANK 平安,HXBANK 华夏,CZBANK 浙商,BOHAIB 渤海,EGBANK 恒丰,BJBANK 北京,SHBANK 上海,JSBANK 江苏,NJCB 南京,' +
    'NBBANK 宁波,HZCB 杭州,HSBANK 徽商,CDCB 成都,CSCB 长沙,TCCB 天津,GCB 广州,CQBANK 重庆,QDCCB 青岛,' +
    'HRBANK 哈尔滨,SJBANK 盛京,BJRCB 北京农,SHRCB 上海农,SRCB 深圳农,COMM 交通,PSBC 中国邮政';
  for (const [code = '', name = ''] of listed.split(',').map((one) => one.split(' ')))
    assert.match(named.get(code) ?? '', name);
  for (const taken of ['HSBK', 'GZB', 'HSB']) assert.not(named.has(taken), `${taken} is another bank there`);
});

test('accounts that were added before keep their bank under its new code', async ({ gateway }) => {
  const sql = migrations.find(({ id }) => id === 'payout-3-bank-codes')?.sql ?? '';
  const { id: member } = await addMember(gateway);
  const row = { member, kind: 'bank' as const, holder: 'Li Mei', branch: 'x', at: new Date() };
  const codes = { HSBK: 'HSBANK', SRCB: 'SHRCB', SZRCB: 'SRCB', ICBC: 'ICBC' };
  for (const [nth, bank] of Object.keys(codes).entries())
    await gateway.db.run
      .insertInto('payout_account')
      .values({
        ...row,
        id: randomUUID(),
        number: `62220212345678${nth}0`,
        bank,
        removed_at: null,
        usable_from: null,
      })
      .execute();
  await kysely.raw(sql.replace(/;\s*$/, '')).execute(gateway.db.run);
  const after = await gateway.db.run
    .selectFrom('payout_account')
    .select('bank')
    .where('member', '=', member)
    .orderBy('number')
    .execute();
  assert.equal(
    after.map(({ bank }) => bank),
    Object.values(codes),
  );
});

test('an account that is edited changes alone: no other of the member’s, and nobody else’s', async (context) => {
  const { gateway, intl: as } = context;
  const member = as.userId ?? '';
  const edited = await addAccount(gateway, member);
  const kept = await addAccount(gateway, member);
  const other = (await addMember(gateway)).id;
  await addAccount(gateway, other);
  const rows = async () => [
    await rowsOf(gateway, other),
    await gateway.db.run.selectFrom('payout_account').selectAll().where('id', '=', kept).execute(),
  ];
  const before = await rows();
  const form = { id: edited, kind: 'bank', holder: 'Mei Li', openingBank: 'ICBC', openingBranch: 'Hill' };
  const changed = await gateway.send(calls.userAccountEdit, { ...form, requestKey: randomUUID() }, as);
  assert.is(changed.code, '1', changed.message);
  const twice = { ids: [edited, edited], requestKey: randomUUID() };
  assert.is((await gateway.send(calls.userAccountDeleteBatch, twice, as)).code, '1');
  assert.equal(await rows(), before);
});

test.run();
