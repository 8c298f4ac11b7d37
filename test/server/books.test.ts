import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { memberAccount, systemAccount } from '../../src/server/ledger/accounts';
import { closeMonth, showPeriod } from '../../src/server/ledger/close-month';
import { postMovements } from '../../src/server/ledger/post-many';
import { outOfBalance } from '../../src/server/ledger/trial-balance';
import { addMember } from './support/member';
import { asDesk } from './support/money-room';
import { openGateway, type TestGateway } from './support/open';
import { deskSession, operatorAs } from './support/operator';
import { addRows } from './support/rows';
import { booksInOrder } from './support/shop';
import { credit, desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  ada: string;
  adasName: string;
  ben: string;
  bensName: string;
  member: string;
  username: string;
}
const test = suite<Context>('the books for accountants');
test.before(async (the) => {
  the.gateway = await openGateway({ env: { SECOND_PERSON_FROM: '5000000' } });
});
// a trial balance has everybody's accounts
test.before.each(async (the) => {
  await sql`truncate closed_month, posting, transfer, account, operator_proposal cascade`.execute(
    the.gateway.db.run,
  );
  const [ada, ben] = [await deskSession(the.gateway, 'finance'), await deskSession(the.gateway, 'finance')];
  Object.assign(the, { ada: ada.token, ben: ben.token, adasName: ada.name, bensName: ben.name });
  const { id, username } = await addMember(the.gateway);
  Object.assign(the, { member: id, username });
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const at = (text: string) => Date.parse(`${text}+08:00`);
/** Postings of September and October 2026, some beside midnight in China. */
async function past({ gateway, member }: Context) {
  await credit(gateway, member, 'balance', 10_01, {
    reason: 'recharge',
    at: at('2026-09-30T23:59:59'),
    ref: 'R1',
  });
  await credit(gateway, member, 'balance', 20_02, {
    reason: 'rent',
    at: at('2026-10-01T00:00:00'),
    ref: 'R2',
  });
  await credit(gateway, member, 'points', 7, { reason: 'reward', at: at('2026-10-31T23:59:59'), ref: 'R3' });
}
const close = async ({ gateway }: Context, token: string, month: string) =>
  asDesk(gateway, token, `months/${month}/close`, {});

test('a trial balance of a month or a day has what was before, what moved and the sum zero', async (the) => {
  const { gateway } = the;
  await past(the);
  const { balances } = await desk(gateway, 'months/2026-10');
  const row = (account: string, asset = 'CNY') =>
    balances.find((one: any) => one.account === account && one.asset === asset);
  const rent = { asset: 'CNY', opening: 0, debit: 20_02, credit: 0, closing: -20_02 };
  assert.equal(row('members:balance'), {
    account: 'members:balance',
    asset: 'CNY',
    opening: 10_01,
    debit: 0,
    credit: 20_02,
    closing: 30_03,
  });
  assert.equal(row('system:rent'), { account: 'system:rent', ...rent });
  assert.equal(row('members:points', 'points').units, 7);
  const september = (await desk(gateway, 'months/2026-09')).balances;
  assert.equal(
    september.map((one: any) => [one.account, one.closing]),
    [
      ['members:balance', 10_01],
      ['system:recharge', -10_01],
    ],
  );
  const day = (await desk(gateway, 'months/2026-10-01')).balances;
  assert.is(day.find((one: any) => one.account === 'members:balance').credit, 20_02);
  assert.is((await desk(gateway, 'months/2026-13')).status, 409);
  assert.is((await desk(gateway, 'months/2999-01')).status, 409);
  const shown = (now: number) =>
    showPeriod(gateway.db.run, '2026-12', now).then(
      ({ month }) => month,
      ({ key }) => key,
    );
  const begins = at('2026-12-01T00:00:00');
  assert.equal([await shown(begins - 1), await shown(begins)], ['monthMissing', '2026-12']);
  assert.equal(outOfBalance([{ account: 'a', asset: 'CNY', opening: 0, debit: 0, credit: 1, closing: 1 }]), [
    'CNY',
  ]);
});

test('a month is closed by two people, in its order, and then nothing is posted into it', async (the) => {
  const { gateway, ada, ben, member } = the;
  await past(the);
  assert.match((await close(the, ada, '2026-10')).body.message, 'second person');
  assert.match((await close(the, ben, '2026-10')).body.message, 'Close 2026-09 first');
  for (let again = 0; again < 2; again++) assert.is((await close(the, ada, '2026-09')).status, 202);
  await addRows(gateway, 'operator_proposal', [
    { action: 'months/:month/close', target: '2026-09', name: 'whose proposal is open', ended: null },
  ]);
  const { hash } = (await close(the, ben, '2026-09')).body;
  assert.match(hash, /^[0-9a-f]{64}$/);
  const { state, closedBy, agreedBy, unchanged } = await desk(gateway, 'months/2026-09');
  assert.equal([state, closedBy, agreedBy, unchanged], ['closed', the.adasName, the.bensName, 'yes']);
  const late = (when: string) =>
    credit(gateway, member, 'balance', 1, { at: at(when) }).then(
      () => 'posted',
      (error) => error.key,
    );
  assert.is(await late('2026-09-30T23:59:59'), 'monthClosed');
  assert.is(await late('2026-08-01T00:00:00'), 'monthClosed');
  assert.is(await late('2026-10-01T00:00:00'), 'posted');
  const many = postMany(the, at('2026-09-15T00:00:00')).then(
    () => 'posted',
    (error) => error.key,
  );
  assert.is(await many, 'monthClosed');
});

const postMany = ({ gateway, member }: Context, now: number) =>
  gateway.db.tx((tx) =>
    postMovements(
      tx,
      [
        {
          kind: 'rent',
          asset: 'CNY',
          entries: [
            [memberAccount(member, 'balance'), 1],
            [systemAccount('rent', 'CNY'), -1],
          ],
          memo: '',
          ref: 'x',
        },
      ],
      now,
    ),
  );

test('a month that runs, or ended less than an hour ago, is not closed', async (the) => {
  const { gateway } = the;
  await past(the);
  const by = { by: 'ada', agreed: 'ben' };
  const refused = (month: string, now: string) =>
    closeMonth(gateway.db, month, by, at(now)).then(
      ({ state }) => state,
      (error) => error.key,
    );
  assert.is(await refused('2026-09', '2026-10-01T00:59:59'), 'monthRuns');
  assert.is(await refused('2026-09', '2026-10-01T01:00:00'), 'closed');
  assert.is(await refused('2026-10', '2026-10-31T12:00:00'), 'monthRuns');
  assert.is(await refused('2026-08', '2026-11-20T12:00:00'), 'monthMissing');
});

test('a month whose books are out of balance is not closed until they are mended', async (the) => {
  const { gateway } = the;
  await past(the);
  const change = (by: number) =>
    sql`update posting set amount = amount + ${by} where transfer = (select id from transfer where ref = 'R1') and amount > 0`.execute(
      gateway.db.run,
    );
  const closed = () =>
    closeMonth(gateway.db, '2026-09', { by: 'ada', agreed: 'ben' }, at('2026-11-20T12:00:00')).then(
      ({ state }) => state,
      ({ key, values }) => [key, values.assets],
    );
  await change(1);
  const refused = await closed();
  await change(-1);
  assert.equal(refused, ['booksOutOfBalance', 'CNY']);
  assert.is(await closed(), 'closed');
});

test('a posting of a closed month that was changed in the database is found by the hash', async (the) => {
  const { gateway, ada, ben } = the;
  await past(the);
  await close(the, ada, '2026-09');
  await close(the, ben, '2026-09');
  const moved = (when: string) =>
    gateway.db.run
      .updateTable('transfer')
      .set({ at: new Date(at(when)) })
      .where('ref', '=', 'R1')
      .where('id', 'is not', null)
      .execute();
  await moved('2026-10-02T00:00:00');
  assert.is((await desk(gateway, 'months/2026-09')).unchanged, 'no');
  await moved('2026-09-30T23:59:59');
  assert.is((await desk(gateway, 'months/2026-09')).unchanged, 'yes');
});

test('the journal is exported with numbers, the time zone and all rows between two days', async (the) => {
  const { gateway, ada, username } = the;
  await past(the);
  const file = async (query: string) =>
    (
      await asDesk(
        gateway,
        ada,
        `journal/export?${query}&columns=at,entry,account,member,asset,amount,debit,credit,units,ref`,
      )
    ).text;
  const lines = (await file('since=2026-10-01&until=2026-10-31&sort=at')).trim().split('\r\n');
  assert.is(lines[0], 'at (UTC+8),entry,account,member,asset,amount,debit,credit,units,ref');
  assert.equal(lines.slice(1).sort(), [
    `2026-10-01 00:00,rent,members:balance,${username},CNY,20.02,,20.02,,R2`,
    '2026-10-01 00:00,rent,system:rent,,CNY,-20.02,20.02,,,R2',
    `2026-10-31 23:59,reward,members:points,${username},points,,,,7,R3`,
    '2026-10-31 23:59,reward,system:reward,,points,,,,-7,R3',
  ]);
  const { items } = await desk(gateway, `journal?member=${username}&asset=CNY`);
  assert.equal(
    items.map(({ amount }: any) => amount),
    [20_02, 10_01],
  );
  assert.is((await desk(gateway, `journal/${encodeURIComponent(items[0].id)}`)).ref, 'R2');
});

test('support sees neither the journal nor a month, and closes none', async (the) => {
  const { gateway } = the;
  const { token } = await deskSession(gateway, 'support');
  for (const [path, body] of [['journal'], ['months'], ['months/2026-09'], ['months/2026-09/close', {}]] as [
    string,
    object?,
  ][])
    assert.is((await asDesk(gateway, token, path, body)).status, 403, path);
});

test('finance takes the journal and a trial balance to files, and closes a month, on the command line', async (the) => {
  const { gateway, ada, ben } = the;
  await past(the);
  const run = async (token: string, ...args: string[]) => (await operatorAs(gateway, token, {}, args)).text;
  const folder = mkdtempSync(join(tmpdir(), 'books-'));
  const journal = (await run(ada, 'journal', 'file', '2026-10-01', '2026-10-31', folder)).trim();
  assert.is(readFileSync(journal, 'utf8').trim().split('\r\n').length, 5);
  const sheet = (
    await run(ada, 'journal', 'file', '2026-10-01', '2026-10-31', folder, '--format', 'xlsx')
  ).trim();
  assert.is(readFileSync(sheet).subarray(0, 2).toString(), 'PK');
  const balance = (await run(ada, 'month', 'file', '2026-10', folder)).trim();
  assert.match(readFileSync(balance, 'utf8'), 'members:balance,CNY,10.01,0.00,20.02,30.03');
  assert.match(await run(ada, 'month', 'show', '2026-10'), 'members:balance');
  assert.match(await run(ada, 'month', 'close', '2026-09', '--yes'), 'second person');
  assert.match(await run(ben, 'month', 'close', '2026-09', '--yes'), 'closed');
  assert.match(await run(ada, 'month', 'list'), '2026-09');
});

test.run();
