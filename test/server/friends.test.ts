import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/friends';
import { modifyInfo } from '../../src/contract/member/profile';
import { visibleAddress } from '../../src/server/pictures/pictures';
import { addOrder } from './support/devices';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addPicture } from './support/upload';

interface Context {
  gateway: TestGateway;
  me: string;
  as: Sent;
}
const test = suite<Context>('friends');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.gateway.clock.ahead = 0;
  context.me = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.me);
});
test.after(({ gateway }) => gateway.close());

const invite = async ({ gateway }: Context, inviter: string, nickname: string, more: object = {}) => {
  gateway.clock.ahead += 1000;
  return (await addMember(gateway, { nickname, inviter, ...more })).id;
};
const team = async ({ gateway, as }: Context): Promise<calls.Team> =>
  (await gateway.send(calls.team, {}, as)).body;
const page = async ({ gateway, as }: Context, filter: object = {}) =>
  (await gateway.send(calls.listFriends, filter, as)).body as { items: calls.Friend[]; next?: string };
const names = async (context: Context, filter?: object) =>
  (await page(context, filter)).items.map(({ nickname }) => nickname);

test('friends of two levels are listed, each followed by those they have invited', async (context) => {
  const { me } = context;
  const aiko = await invite(context, me, 'Aiko', { team_leader: true });
  await invite(context, me, 'Ben');
  const dara = await invite(context, aiko, 'Dara');
  await invite(context, dara, 'Third');
  await invite(context, aiko, 'Eko');
  assert.equal(await names(context), ['Ben', 'Aiko', 'Eko', 'Dara']);
  assert.equal(await names(context, { level: 1 }), ['Ben', 'Aiko']);
  assert.equal(await names(context, { level: 2 }), ['Eko', 'Dara']);
  assert.equal(await names(context, { teamLeaders: true }), ['Aiko']);
  assert.equal(await names(context, { keyword: 'ar' }), ['Dara']);
  assert.equal(await names(context, { keyword: '%' }), []);
});

test('a team is led by the nearest leader above, and its month begins at midnight in China', async (context) => {
  const { gateway } = context;
  await invite(context, randomUUID(), 'Elsewhere', { team_leader: true });
  const leader = await invite(context, randomUUID(), 'Top', { team_leader: true, phone: '13800138000' });
  const between = await invite(context, leader, 'Between');
  const { id } = await addMember(gateway, { inviter: between });
  const now = Date.UTC(2026, 10, 20);
  const begins = Date.UTC(2026, 9, 31, 16);
  const add = (inviter: string, at: number) => addMember(gateway, { inviter, created_at: new Date(at) });
  const friend = await add(id, begins - 1);
  await add(id, begins);
  await add(friend.id, begins + 1);
  await addOrder(gateway, friend.id, { quantity: 3 });
  await addOrder(gateway, friend.id, { quantity: 2, days: 0 });
  const teamAt = async (time: number) => {
    gateway.clock.ahead = time - Date.now();
    return team({ ...context, as: await gateway.signIn(id) });
  };
  const { leader: led, ...numbers } = await teamAt(now);
  assert.equal(led, { nickname: 'Top', phone: '138****8000' });
  const { level1, level2, joinedThisMonth, invitedThisMonth, invitedActive, machines } = numbers;
  assert.equal([level1, level2, joinedThisMonth, machines], [2, 1, 2, 3]);
  assert.equal([invitedThisMonth, invitedActive], [1, 1], 'of both levels two joined, and one was invited');
  const first = await teamAt(begins + 3_600_000);
  assert.equal([first.joinedThisMonth, first.invitedThisMonth], [2, 1], 'in the first hour of the month');
});

test('pages follow each other without a gap or a repetition, a family across two of them', async (context) => {
  const { me } = context;
  const parent = await invite(context, me, 'Parent');
  for (let n = 0; n < 25; n++) await invite(context, parent, `child ${n}`);
  await invite(context, me, 'Other');
  const first = await page(context);
  const second = await page(context, { from: first.next });
  assert.is(first.items.length, 20);
  assert.is(second.next, undefined);
  const all = [...first.items, ...second.items].map(({ nickname }) => nickname);
  assert.equal(all, ['Other', 'Parent', ...Array.from({ length: 25 }, (_, n) => `child ${24 - n}`)]);
  const { code } = await context.gateway.send(calls.listFriends, { from: 'WzFd' }, context.as);
  assert.is(code, '5001');
});

test('of a friend one sees name, level, machines and a masked phone, and of a friend of theirs no phone', async (context) => {
  const { me, gateway } = context;
  const phone = `139${`${Date.now()}`.slice(-8)}`;
  const aiko = await invite(context, me, 'Aiko', { phone, email: 'aiko@example.com' });
  await addOrder(gateway, aiko, { quantity: 3, days: 5 });
  await addOrder(gateway, aiko, { quantity: 2, days: 0 });
  await invite(context, aiko, 'Dara', { phone: phone.replace(/^139/, '138') });
  const { items } = await page(context);
  const [first, second] = items.map(({ key, since, ...shown }) => {
    assert.ok(Date.parse(since));
    assert.not.equal(key, aiko);
    return shown;
  });
  assert.equal(first, {
    nickname: 'Aiko',
    phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
    level: 1,
    teamLeader: false,
    machines: 3,
  });
  assert.equal(second, { nickname: 'Dara', level: 2, invitedBy: 'Aiko', teamLeader: false, machines: 0 });
  assert.not.match(JSON.stringify(items), new RegExp(`${phone}|aiko@|${aiko}`));
});

test('nobody sees the friends of somebody else', async (context) => {
  const { me, gateway } = context;
  await invite(context, me, 'Aiko');
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.equal(await names({ ...context, as: other }), []);
  assert.is((await team({ ...context, as: other })).level1, 0);
  assert.is((await gateway.send(calls.listFriends, {})).code, '510');
});

test('the team is counted, and its link registers with the code', async (context) => {
  const { me, gateway } = context;
  const aiko = await invite(context, me, 'Aiko', { team_leader: true });
  await invite(context, me, 'Old', { created_at: new Date('2020-01-31T16:00:00Z') });
  await invite(context, aiko, 'Dara');
  await addOrder(gateway, aiko, { quantity: 3, days: 5 });
  const { inviteCode, inviteLink, ...numbers } = await team(context);
  assert.equal(numbers, {
    level1: 2,
    level2: 1,
    teamLeaders: 1,
    joinedThisMonth: 2,
    machines: 3,
    invitedThisMonth: 1,
    invitedActive: 1,
  });
  assert.is(inviteLink, `${gateway.settings.publicUrl}/#/pages/login/register?inviteCode=${inviteCode}`);
});

test('a member sees who leads their team: the nearest leader above, masked', async (context) => {
  const { gateway } = context;
  const phone = `137${`${Date.now()}`.slice(-8)}`;
  const leader = await addMember(gateway, { nickname: 'Lead', team_leader: true, phone });
  const between = await invite(context, leader.id, 'Between');
  const low = await gateway.signIn(await invite(context, between, 'Low'));
  const seen = await team({ ...context, as: low });
  assert.equal(seen.leader, { nickname: 'Lead', phone: `137****${phone.slice(-4)}` });
  assert.is((await team({ ...context, as: await gateway.signIn(leader.id) })).leader, undefined);
});

test('a member changes avatar, name and nickname; friends see the avatar, and no longer the one before', async (context) => {
  const { me, as, gateway } = context;
  const edit = (values: object) => gateway.send(modifyInfo, { ...values, requestKey: randomUUID() }, as);
  const [first, second] = [await addPicture(gateway, me), await addPicture(gateway, me)];
  const friend = (await addMember(gateway)).id;
  const sees = (id: string) =>
    visibleAddress(gateway.db.run, 'secret', id, friend, Date.now()).then(
      () => true,
      () => false,
    );
  assert.not(await sees(first));
  assert.is((await edit({ avatar: first })).body.userInfo.avatar, first);
  assert.ok(await sees(first));
  assert.is((await edit({ avatar: second, nickname: ' Dana ' })).body.userInfo.nickname, 'Dana');
  assert.equal([await sees(first), await sees(second)], [false, true]);
  assert.is((await edit({ name: '张三' })).body.userInfo.name, '张三');
  const problems = async (values: object) => (await edit(values)).body.problems;
  assert.equal(await problems({ name: 'Zhang' }), { name: { rule: 'name' } });
  assert.equal(await problems({ nickname: ' ' }), { nickname: { rule: 'required' } });
  assert.equal(await problems({ avatar: '' }), { avatar: { rule: 'avatar' } });
  assert.equal(await problems({ avatar: await addPicture(gateway, friend) }), { avatar: { rule: 'avatar' } });
  assert.is((await gateway.send(modifyInfo, { nickname: 'x', requestKey: randomUUID() })).code, '510');
});

test('with a new avatar only the one before is the member’s alone again, no other picture that is shared', async (context) => {
  const { me, as, gateway } = context;
  const [shared, first, second] = [
    await addPicture(gateway, me),
    await addPicture(gateway, me),
    await addPicture(gateway, me),
  ];
  await gateway.db.run.updateTable('picture').set({ shared: true }).where('id', '=', shared).execute();
  for (const avatar of [first, second, second])
    assert.is((await gateway.send(modifyInfo, { avatar, requestKey: randomUUID() }, as)).code, '1');
  const isShared = async (id: string) =>
    (await gateway.db.run.selectFrom('picture').select('shared').where('id', '=', id).executeTakeFirst())
      ?.shared;
  assert.equal([await isShared(shared), await isShared(first), await isShared(second)], [true, false, true]);
});

test.run();
