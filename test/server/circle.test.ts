import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/video/circle';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('circle');
test.before.each(async (context) => {
  context.gateway = await openGateway();
});
test.after.each(({ gateway }) => gateway.close());

const hour = 3_600_000;
const now = Date.now();

const write = ({ db }: TestGateway, author: string, ...hoursAgo: number[]) =>
  db.run
    .insertInto('circle_post')
    .values(
      hoursAgo.map((ago) => ({
        id: randomUUID(),
        author,
        text: 'x',
        created_at: new Date(now - ago * hour),
      })),
    )
    .execute();
const unread = async (gateway: TestGateway, member: string) =>
  (await gateway.send(calls.unreadCount, {}, await gateway.signIn(member))).body.unreadCount;

test('a member counts what others wrote since they last read the circle', async ({ gateway }) => {
  const me = (await addMember(gateway, { created_at: new Date(now - 100 * hour) })).id;
  const other = (await addMember(gateway)).id;
  await write(gateway, other, 1, 2, 3, 50);
  await write(gateway, me, 1);
  assert.is(await unread(gateway, me), 4);
  await gateway.db.run
    .insertInto('circle_read')
    .values({ member: me, read_at: new Date(now - 2.5 * hour) })
    .execute();
  assert.is(await unread(gateway, me), 2);
});

test('a new member has nothing to catch up with', async ({ gateway }) => {
  const other = (await addMember(gateway)).id;
  await write(gateway, other, 1, 2, 3);
  const me = (await addMember(gateway)).id;
  assert.is(await unread(gateway, me), 0);
});

test('counting stops where nobody would count any more', async ({ gateway }) => {
  const me = (await addMember(gateway, { created_at: new Date(now - 100 * hour) })).id;
  const other = (await addMember(gateway)).id;
  await write(gateway, other, ...Array.from({ length: 1005 }, () => 1));
  assert.is(await unread(gateway, me), 999);
});

test('the circle is for members', async ({ gateway }) => {
  assert.is((await gateway.send(calls.unreadCount, {})).code, '510');
});

test.run();
