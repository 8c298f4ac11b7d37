import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as accounts from '../../src/contract/video/accounts';
import { attempt } from '../../src/server/kernel/rate-limit';
import { addPerson, disablePerson, enablePerson } from '../../src/server/operator/people';
import { addOwner, addSuppliedGoods, detailOf, takeIn } from './support/goods';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('rows and figures of others');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

test('somebody of the desk who comes back brings nobody else back', async ({ gateway }) => {
  const { db } = gateway;
  const names = [`a${randomUUID().slice(0, 8)}`, `b${randomUUID().slice(0, 8)}`];
  for (const name of names) {
    await db.tx((tx) => addPerson(tx, name, 'support', Date.now()));
    await db.tx((tx) => disablePerson(tx, name, Date.now()));
  }
  await db.tx((tx) => enablePerson(tx, names[0]!, Date.now()));
  const rows = await db.run
    .selectFrom('operator')
    .select(['name', 'disabled_at'])
    .where('name', 'in', names)
    .orderBy('name')
    .execute();
  assert.equal(
    rows.map(({ disabled_at }) => disabled_at === null),
    [true, false],
  );
});

test('the day at the desk tells whether the books are in order', async ({ gateway }) => {
  const day = async () => {
    const headers = { authorization: `Bearer ${gateway.settings.operatorToken}` };
    return (await (await fetch(`${gateway.url}/operator/day`, { headers })).json()) as { ledger?: boolean };
  };
  const { run } = gateway.db;
  const checked = async (broken: string | null) => {
    await run.deleteFrom('ledger_check').where('id', 'is not', null).execute();
    await run.insertInto('ledger_check').values({ id: 'ledger', at: new Date(), broken }).execute();
    return (await day()).ledger;
  };
  assert.equal([await checked(null), await checked('["zero"]')], [true, false]);
});

test('a member who has asked the platform too often is told how many minutes to wait', async ({
  gateway,
}) => {
  const member = (await addMember(gateway)).id;
  const as = await gateway.signIn(member);
  for (let at = 0; at < 120; at++)
    await attempt(gateway.db.run, `platform:${member}`, { max: 120, window: 3_600_000 }, Date.now());
  const input = { account: 'mei.late', requestKey: randomUUID() };
  const { message } = await gateway.send(accounts.addTiktok, input, as);
  assert.match(message, /Try again in (59|60) min\./);
});

test('a good counts the videos that show it, and no others', async ({ gateway }) => {
  const owner = await addOwner(gateway);
  const [shown = '', bare = ''] = await addSuppliedGoods(gateway, [{}, {}]);
  const video = { goods: shown, file: 'none', title_en: 'Light', title_zh: '灯', picture: 'lamp' };
  await gateway.db.run
    .insertInto('video')
    .values({ ...video, id: randomUUID(), length: 1, size: 1, created_at: new Date() })
    .execute();
  const ids = await takeIn(gateway, owner, [shown, bare]);
  const counts = await Promise.all(ids.map(async (id) => (await detailOf(gateway, owner, id)).videos));
  assert.equal(counts, [1, 0]);
});

test('nobody of the desk has a password that is easy to guess or has their name in it', async ({
  gateway,
}) => {
  const name = `ann${randomUUID().slice(0, 5)}`;
  const { invite } = await gateway.db.tx((tx) => addPerson(tx, name, 'support', Date.now()));
  const tried = async (password: string) => {
    const response = await fetch(`${gateway.desk}/operator/session/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invite, password, code: '000000' }),
    });
    return response.text();
  };
  for (const weak of ['abcabcabcabcabc', `my name is ${name.toUpperCase()}`])
    assert.match(await tried(weak), 'That password is too easy to guess');
  assert.match(await tried('a long enough phrase'), 'The code is wrong');
});

test('the coins of several accounts add up, and one is unlinked alone', async ({ gateway }) => {
  const member = (await addMember(gateway)).id;
  const as = await gateway.signIn(member);
  for (const coins of [200, 30]) {
    const account = `mei.${randomUUID().slice(0, 8)}`;
    const { body } = await gateway.send(accounts.addTiktok, { account, requestKey: randomUUID() }, as);
    await gateway.db.run
      .updateTable('short_video_account')
      .set({ coins })
      .where('id', '=', body.id)
      .execute();
  }
  const { items, summary } = (await gateway.send(accounts.listAccounts, {}, as)).body;
  assert.is(summary.coins, 230);
  const unlinked = { ids: [items[0].id], requestKey: randomUUID() };
  assert.is((await gateway.send(accounts.unlinkTiktok, unlinked, as)).code, '1');
  const left = (await gateway.send(accounts.listAccounts, {}, as)).body.items;
  assert.equal(
    left.map(({ id }: { id: string }) => id),
    [items[1].id],
    'the other one stays',
  );
});

test.run();
