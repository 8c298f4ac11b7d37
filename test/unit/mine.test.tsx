import { createRoot } from 'react-dom/client';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { waitingOrders } from '../../src/contract/buying/orders';
import { listRecharges, offeredMethods } from '../../src/contract/buying/payments';
import { balance, getInfo, logout } from '../../src/contract/member/auth';
import { listDeclarations } from '../../src/contract/member/declarations';
import { modifyInfo } from '../../src/contract/member/profile';
import { loadPicture, service } from '../../src/contract/site/system';
import { unreadMessages } from '../../src/contract/support/im';
import { readTotal } from '../../src/contract/support/messages';
import { listWorkOrders } from '../../src/contract/support/work-orders';
import { AppProvider } from '../../src/core/app';
import { useSettings } from '../../src/core/data/settings';
import * as declarations from '../../src/features/declarations/routes';
import * as mine from '../../src/features/mine/routes';
import * as orders from '../../src/features/orders/routes';
import * as support from '../../src/features/support/routes';
import * as wallet from '../../src/features/wallet/routes';
import { member, reply, visit } from '../support/visit';

const amounts = {
  balance: 1_234_50,
  storeBalance: 50_00,
  frozen: 0,
  points: 1200,
  cloudBeans: 30,
  promotionValue: 7,
};
const settings = (...ObjectData: { c_class: string; c_value: string }[]) =>
  reply(service, { HasException: false, ObjectData });
const known = [
  reply(getInfo, { userInfo: member }),
  reply(balance, amounts),
  reply(readTotal, { read: 4, unread: 3 }),
  reply(unreadMessages, { unread: 2 }),
  reply(waitingOrders, { unpaid: 2, confirming: 0, unsigned: 3 }),
  settings(),
];

test('a member sees who they are and what they have', async () => {
  const screen = await visit(mine.home, {}, known);
  for (const words of ['Dana Demo', 'dana', '138****8000', '¥1,234.50', '¥50.00', '1,200'])
    await screen.sees(words);
  assert.not.match(screen.text(), 'Team leader');
  screen.close();
});

test('a team leader is called one, as soon as the server says so', async () => {
  const screen = await visit(mine.home, {}, [
    reply(getInfo, { userInfo: { ...member, teamLeader: true } }),
    ...known,
  ]);
  await screen.sees('Team leader');
  assert.ok(screen.app.session.userInfo.peek()?.teamLeader);
  screen.close();
});

test('every page of a member that needs to be told nothing is near Me', async () => {
  const pages =
    `invitationRecords myTeam revenueRecords balance accountManage pointsMall promotionActivity rechargeScore
    otherPay signTask viewAgreement addressManage repurchase openMembership withDrawRecord payOrder createWorkOrder
    workOrder im bankList downloadApp bindShop setupShop chatGpt userInfoCenter declarationForm declarationFormList
    transferScore rechargeRecord poster wxPoster`.split(/\s+/);
  const transfer = { way: 'remittance' as const, usable: true, parts: 1, sandbox: false };
  const near: string[] = [];
  for (const [route, replies] of [
    [mine.home, known],
    [mine.settings, []],
    [declarations.declarationFormList, [reply(listDeclarations, { items: [], counts: [] })]],
    [wallet.transferScore, known],
    [wallet.balance, known],
    [
      orders.topUp,
      [
        reply(offeredMethods, { ways: [transfer], overLimit: false, limit: 50_000_00, managerPhone: '' }),
        reply(listRecharges, { items: [], sandbox: false }),
      ],
    ],
    [support.workOrder, [reply(listWorkOrders, { items: [] })]],
  ] as const) {
    const screen = await visit(route, {}, [...replies]);
    await screen.until('links', () => screen.body.querySelector('a'));
    near.push(...[...screen.body.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''));
    screen.close();
  }
  assert.equal(
    pages.filter((page) => !near.includes(`#/pages/mine/${page}`)),
    [],
  );
});

test('orders to pay and contracts to sign are counted where they are opened', async () => {
  const screen = await visit(mine.home, {}, known);
  await screen.sees('2 to pay');
  const at = (page: string) => screen.body.querySelector(`a[href="#/pages/mine/${page}"]`)?.textContent;
  assert.match(at('payOrder') ?? '', '2 to pay');
  assert.match(at('signTask') ?? '', '3 to sign');
  screen.close();
});

test('balances that did not load leave the rest in place and can be tried again', async () => {
  const replies = [reply(balance, 'offline'), ...known];
  const screen = await visit(mine.home, {}, replies);
  await screen.tap('Try again');
  await screen.sees('Dana Demo');
  replies.shift();
  await screen.tap('Try again');
  await screen.sees('¥1,234.50');
  screen.close();
});

test('messages that are unread are counted where they are opened', async () => {
  const screen = await visit(mine.home, {}, known);
  await screen.sees('3 unread');
  const marked = [...screen.body.querySelectorAll('a[href="#/pages/list/systemMsg"]')];
  assert.equal(
    marked.map((link) => /3 unread/.test(link.textContent!)),
    [true],
    'at the bell, and not again in the grid',
  );
  assert.match(screen.body.querySelector('a[href="#/pages/mine/im"]')!.textContent!, '2 unread');
  screen.close();
});

test('the language changes at once and stays changed', async () => {
  const screen = await visit(mine.home, {}, known);
  await screen.choose('Language', '简体中文');
  await screen.sees('退出登录');
  assert.is(screen.app.platform.local.get('locale'), 'zh');
  await screen.choose('语言', 'English');
  await screen.sees('Sign out');
  assert.is(screen.app.platform.local.get('locale'), 'en');
  screen.close();
});

test('a language that cannot be loaded is not chosen', async () => {
  const screen = await visit(mine.home, {}, known, { without: ['zh'] });
  await screen.choose('Language', '简体中文');
  await screen.sees('The network is not strong');
  await screen.sees('Sign out');
  assert.is(screen.app.platform.local.get('locale'), undefined);
  screen.close();
});

test('signing out asks first, tells the server and forgets everything', async () => {
  const screen = await visit(mine.home, {}, [...known, reply(logout, {})]);
  await screen.sees('¥1,234.50');
  await screen.tap('Sign out');
  await screen.sees('Sign out?');
  await screen.tap('Cancel');
  assert.is(screen.app.session.token.peek(), 't1');
  await screen.tap('Sign out');
  await screen.sees('Sign out?');
  await screen.tap('Sign out');
  await screen.until('the sign-in page', () => screen.at() === '/pages/login/login');
  assert.equal(screen.asked(logout), [{}]);
  assert.is(screen.app.session.token.peek(), '');
  assert.is(screen.app.queries.entry(balance, {}).state.peek().value, undefined);
  screen.close();
});

for (const [how, online] of [
  ['without a connection', false],
  ['when the server does not answer', true],
] as const) {
  test(`signing out works ${how}`, async () => {
    const screen = await visit(mine.home, {}, [...known, reply(logout, 'offline')], {
      platform: { isOnline: () => online },
    });
    await screen.tap('Sign out');
    await screen.sees('Sign out?');
    await screen.tap('Sign out');
    await screen.until('the sign-in page', () => screen.at() === '/pages/login/login');
    assert.is(screen.app.session.token.peek(), '');
    screen.close();
  });
}

test('customer service is one tap away where the system has a number for it, asked for once', async () => {
  const phone = settings({ c_class: 'customerServicePhone', c_value: '400 800 8000' });
  const screen = await visit(mine.home, {}, [phone, ...known]);
  await screen.sees('Support hotline');
  assert.ok(screen.body.querySelector('a[href="tel:400 800 8000"]'));
  const asked = screen.sent.filter(({ path }) => path === service.path);
  assert.equal(
    asked.map(({ input }) => input),
    [{ UniqueKey: 'MobileMemberSysParams', Method: 'GetSysConfig', ObjectData: ['customerServicePhone'] }],
  );
  const again = document.createElement('p');
  const Phone = () => useSettings('customerServicePhone').customerServicePhone;
  const root = createRoot(again);
  root.render(
    <AppProvider value={screen.app}>
      <Phone />
    </AppProvider>,
  );
  await screen.until('the number, which is known', () => again.textContent === '400 800 8000');
  assert.is(screen.sent.filter(({ path }) => path === service.path).length, 1);
  root.unmount();
  screen.close();
});

test('a complaint of the settings service appears in an alert', async () => {
  const broken = reply(service, { HasException: true, Exception: { Message: 'No such method' } });
  const screen = await visit(mine.home, {}, [broken, ...known]);
  await screen.sees('No such method');
  screen.close();
});

test('a photo of oneself is chosen by the place we run in; what that has sent is taken as it is', async () => {
  const id = '3f0c8a52-6d1e-4b7f-9a64-2c5e8d91b0a7';
  const shown = await visit(
    mine.userInfo,
    {},
    [
      reply(getInfo, { userInfo: member }),
      reply(modifyInfo, { userInfo: { ...member, avatar: id } }),
      reply(loadPicture, { url: '/files/a' }),
      ...known,
    ],
    { platform: { chooseImage: async () => id } },
  );
  const input = await shown.until(
    'the photo',
    () => shown.body.querySelector<HTMLInputElement>('input[name=avatar]') ?? undefined,
  );
  const opened: boolean[] = [];
  shown.body.addEventListener('click', (event) => opened.push(!event.defaultPrevented));
  input.click();
  assert.equal(opened, [false], 'the browser’s own choice stays closed');
  await shown.until('the change', () => shown.asked(modifyInfo).length > 0);
  assert.is(shown.asked(modifyInfo)[0].avatar, id);
  shown.close();
});

test('an avatar is loaded by its id', async () => {
  const avatar = '3f0c8a52-6d1e-4b7f-9a64-2c5e8d91b0a7';
  const screen = await visit(
    mine.home,
    {},
    [reply(getInfo, { userInfo: { ...member, avatar } }), reply(loadPicture, { url: '/files/a' }), ...known],
    { who: { ...member, avatar } },
  );
  await screen.sees('Dana Demo');
  await screen.until(
    'the photo',
    () => screen.body.querySelector('img')?.getAttribute('src') === 'http://app.test/files/a',
  );
  assert.equal(screen.asked(loadPicture), [{ id: avatar }]);
  screen.close();
});

test.run();
