import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { getInfo } from '../../src/contract/member/auth';
import { savePreferences } from '../../src/contract/member/profile';
import { listMessages } from '../../src/contract/support/messages';
import { dayFor, timeFor } from '../../src/server/auth/time-zone';
import { notifyMember } from '../../src/server/notices/notify-member';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('time zone');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const at = new Date('2026-11-20T20:30:00Z');

test('a member chooses a time zone, which sentences to them follow, and leaves it to the phone again', async ({
  gateway,
}) => {
  const member = await addMember(gateway);
  const other = await addMember(gateway);
  const as = await gateway.signIn(member.id);
  const told = () => timeFor(gateway.db.run, { member: member.id, locale: 'en' }, at);
  assert.is(await told(), '21 Nov 2026, 04:30 (UTC+8)');

  const { body } = await gateway.send(savePreferences, { timeZone: 'America/New_York' }, as);
  assert.is(body.userInfo.timeZone, 'America/New_York');
  assert.is((await gateway.send(getInfo, {}, as)).body.userInfo.timeZone, 'America/New_York');
  assert.is(await told(), '20 Nov 2026, 15:30 (UTC−5)');
  assert.is(await dayFor(gateway.db.run, member.id, at), '2026-11-20');
  assert.is(await dayFor(gateway.db.run, other.id, at), '2026-11-21');

  await gateway.send(savePreferences, {}, as);
  assert.is(await dayFor(gateway.db.run, member.id, at), '2026-11-20');
  assert.is((await gateway.send(savePreferences, { timeZone: '' }, as)).body.userInfo.timeZone, undefined);
  assert.is(await told(), '21 Nov 2026, 04:30 (UTC+8)');
  assert.is((await gateway.send(savePreferences, { timeZone: 'Mars/Olympus' }, as)).code, '5001');
});

test('a day in a message is written as readers of the language write it', async ({ gateway }) => {
  const member = await addMember(gateway);
  await gateway.db.tx((tx) =>
    notifyMember(tx, member.id, { kind: 'deletionAsked', values: { date: '2026-12-09' } }, Date.now()),
  );
  const said = async (locale: string) =>
    (await gateway.send(listMessages, {}, { ...(await gateway.signIn(member.id)), locale })).body.items[0]
      .text;
  assert.match(await said('en_US'), 'deleted on 9 Dec 2026.');
  assert.match(await said('zh_CN'), '将于 2026年12月9日 注销');
});
test.run();
