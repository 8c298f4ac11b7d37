import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as friends from '../../src/contract/member/friends';
import * as payout from '../../src/contract/money/payout';
import * as wallet from '../../src/contract/money/wallet';
import * as orders from '../../src/contract/support/work-orders';
import { WorkOrderStatus } from '../../src/contract/support/work-orders';
import * as circle from '../../src/contract/video/circle';
import { followConversations } from '../../src/server/im/desk';
import { following, preceding, progress } from '../../src/server/im/history';
import { createWaiting } from '../../src/server/im/waiting';
import { waitingConversations } from '../../src/server/im/waiting-list';
import { appendMessage, markRead } from '../../src/server/im/write';
import { monthSpan } from '../../src/server/kernel/dates';
import type { Gateway } from '../../src/server/kernel/gateway';
import { recipientOrThrow } from '../../src/server/promotion/find-recipient';
import { startCoolingOff } from '../../src/server/wallet/payout/cooling-off';
import { kindsFor } from '../../src/server/wallet/payout/kinds';
import { addBank, isOffered, listAllBanks, offerBank } from '../../src/server/wallet/payout/offer-banks';
import { ownPayoutAccount } from '../../src/server/wallet/payout/own-payout-account';
import { payoutAccount } from '../../src/server/wallet/payout/view';
import { answerWorkOrder, takeWorkOrder } from '../../src/server/work-orders/desk';
import { waitingWorkOrders } from '../../src/server/work-orders/waiting';
import { addOrder as addMachines } from './support/devices';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addPicture } from './support/upload';
import { addAccount, credit } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  other: string;
  as: Sent;
}
const test = suite<Context>('what support, payouts and friends go by');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway)).id;
  context.other = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after(({ gateway }) => gateway.close());

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number) => new Date(now + ms);
const keyOf = (doing: Promise<unknown>) =>
  doing.then(
    () => '',
    (error) => error.key ?? error.message,
  );

test('each side of a conversation has its own count of what it has not read', async ({
  gateway,
  member,
  other,
}) => {
  const { db } = gateway;
  const write = (author: 'member' | 'desk', who = member, text = author as string) =>
    db.tx((tx) => appendMessage(tx, who, { author, text }, now));
  const read = (side: 'member' | 'desk', upTo: number, who = member) =>
    db.tx((tx) => markRead(tx, who, side, upTo));
  assert.equal(
    [await read('member', 5), await progress(db.run, member)],
    [0, { newest: 0, deskRead: 0, unread: 0 }],
  );
  assert.equal(
    [await write('member'), await write('desk'), await write('desk'), await write('member')],
    [1, 2, 3, 4],
  );
  assert.is(await write('desk', other), 1);
  const unread = async (who = member) =>
    db.run
      .selectFrom('conversation')
      .select(['desk_unread', 'member_unread', 'desk_read', 'member_read'])
      .where('member', '=', who)
      .executeTakeFirstOrThrow()
      .then((row) => [row.desk_unread, row.member_unread, row.desk_read, row.member_read]);
  assert.equal(await unread(), [2, 2, 0, 0]);
  assert.is(await read('member', 2), 1);
  assert.equal(await unread(), [2, 1, 0, 2]);
  assert.is(await read('member', 1), 1, 'nobody unreads');
  assert.is(await read('member', 2), 1);
  assert.is(await read('member', 99), 0);
  assert.equal(await unread(), [2, 0, 0, 4], 'up to the newest');
  assert.is(await read('desk', 3), 1);
  assert.equal(
    [await unread(), await unread(other)],
    [
      [1, 0, 3, 4],
      [0, 1, 0, 0],
    ],
  );
  assert.equal(await progress(db.run, member), { newest: 4, deskRead: 3, unread: 0 });
  const waits = async () => Number((await waitingConversations.look(db.run)).count);
  const before = await waits();
  await read('desk', 4);
  assert.is(await waits(), before - 1);
});

test('a conversation is read page by page, of this member alone', async ({ gateway, member, other }) => {
  const { db } = gateway;
  for (let n = 0; n < 31; n++)
    await db.tx((tx) => appendMessage(tx, member, { author: 'member', text: `${n + 1}` }, now));
  await db.tx((tx) => appendMessage(tx, other, { author: 'member', text: 'theirs' }, now));
  const page = async (before?: number, who = member) => {
    const { items, next } = await preceding(db.run, who, before);
    return [items.length, items[0]?.text, items.at(-1)?.text, !!next];
  };
  assert.equal(await page(), [30, '2', '31', true]);
  assert.equal(await page(31), [30, '1', '30', false]);
  assert.equal(await page(2), [1, '1', '1', false]);
  assert.equal(await page(1), [0, undefined, undefined, false]);
  assert.equal(await page(undefined, other), [1, 'theirs', 'theirs', false]);
  const after = async (id: number) => (await following(db.run, member, id)).map(({ text }) => text);
  assert.equal([await after(29), await after(31)], [['30', '31'], []]);
});

test('the desk gets messages that do not fit one answer in the next, each of them once', async ({
  gateway,
  member,
  other,
}) => {
  const since = new Date(Date.now() + 3_600_000);
  const waiting = createWaiting(gateway.db.run, (error) => assert.unreachable(String(error)));
  const at = { ...gateway, waiting, now: () => +since + 3_600_000 } as unknown as Gateway;
  const tell = async (who: string, ids: number[], from = since) => {
    const newest = ids.at(-1) ?? 0;
    const row = { member: who, newest, at: new Date(+from + newest) };
    await addRows(gateway, 'conversation', [row]);
    const message = { member: who, author: 'member', text: 'Hello', picture: null, key: null };
    await addRows(
      gateway,
      'conversation_message',
      ids.map((id) => ({ ...message, id, at: new Date(+from + id) })),
    );
  };
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const follow = async (followed: { since: string; known: Record<string, number> }) => {
    const { items, ...next } = await followConversations(at, followed, AbortSignal.timeout(1000));
    return { ids: items.map(({ id }) => id), next };
  };
  await tell(member, numbers(1, 201));
  const begun = { since: since.toISOString(), known: {} };
  const first = await follow(begun);
  assert.equal(first.ids, numbers(1, 200));
  assert.equal(first.next, { since: begun.since, known: { [member]: 200 } });
  assert.equal((await follow(first.next)).ids, [201]);
  const exactly = await follow({ ...begun, known: { [member]: 1 } });
  assert.equal(exactly.ids, numbers(2, 201));
  assert.ok(Date.parse(exactly.next.since) > +since, 'all of them were told');
  assert.equal(exactly.next.known, {}, 'nobody has written since');
  const waits = AbortSignal.timeout(1500);
  const known = { [member]: 201 };
  assert.equal((await followConversations(at, { ...begun, known }, waits)).items, []);
  assert.ok(waits.aborted, 'a message that is known ends no wait');
  await waiting.stop();
  await tell(other, [1, 2], new Date(+since - 2));
  assert.equal((await follow({ ...begun, known: { [member]: 201 } })).ids, [2], 'none from before');
});

test('a question goes from the pile to a person and back, and is solved after an answer only', async ({
  gateway,
  member,
  as,
}) => {
  const { db } = gateway;
  const { pending, processing, processed } = WorkOrderStatus;
  const add = async () =>
    (
      await gateway.send(
        orders.addWorkOrder,
        { title: 'Help', description: 'It stands still', requestKey: randomUUID() },
        as,
      )
    ).body as { id: string; number: string };
  const [{ id, number }, neighbour] = [await add(), await add()];
  const status = async (of = id) =>
    (await db.run.selectFrom('work_order').select('status').where('id', '=', of).executeTakeFirstOrThrow())
      .status;
  const solve = async (solved: boolean) => {
    const { code, body } = await gateway.send(orders.solveWorkOrder, { id, solved }, as);
    return code === '1' ? [body.status, !!body.solvedAt] : code;
  };
  const reply = async () =>
    (await gateway.send(orders.replyWorkOrder, { id, text: 'And now?', requestKey: randomUUID() }, as)).code;
  const answer = (text: string, more: object = {}, of = number) =>
    keyOf(answerWorkOrder(db, of, { text, requestKey: randomUUID(), ...more }, now));
  const waits = async () => Number((await waitingWorkOrders.look(db.run)).count);
  const before = await waits();
  assert.equal([await solve(true), await solve(false)], ['500', [pending, false]]);
  assert.is(await keyOf(takeWorkOrder(db, 'none', 'ann')), 'workOrderMissing');
  await takeWorkOrder(db, number, 'ann');
  assert.equal([await status(), await status(neighbour.id)], [processing, pending]);
  assert.equal([await reply(), await status()], ['1', processing], 'it stays with who is at it');
  assert.is(await waits(), before);
  const requestKey = randomUUID();
  assert.equal([await answer('Restart it', { requestKey }), await status()], ['', processed]);
  assert.is(await waits(), before - 1);
  assert.is(await answer('Restart it', { requestKey: requestKey.toUpperCase() }), '');
  assert.is(await answer('x', { requestKey }, neighbour.number), 'keyReused');
  assert.equal(
    [await answer('Restart it'), await answer('Restart it', { again: true })],
    ['answerRepeated', ''],
  );
  assert.is(await answer('Restart it', {}, neighbour.number), '', 'the same words to another question');
  assert.is(await keyOf(takeWorkOrder(db, number, 'ben')), 'workOrderAnswered');
  assert.equal([await solve(false), await status()], [[pending, false], pending]);
  await answer('Again');
  assert.equal(
    [await solve(true), await solve(true)],
    [
      [processed, true],
      [processed, true],
    ],
  );
  assert.is(await answer('Too late'), 'workOrderSolved');
  assert.equal([await solve(false), await status()], [[pending, false], pending]);
  const entries = await db.run
    .selectFrom('work_order_entry')
    .select(['position', 'kind'])
    .where('work_order', '=', id)
    .orderBy('position')
    .execute();
  assert.equal(
    entries.map(({ kind }) => kind),
    ['text', 'text', 'text', 'unsolved', 'text', 'solved', 'unsolved'],
  );
  assert.equal(
    entries.map(({ position }) => Number(position)),
    [0, 1, 2, 3, 4, 5, 6],
  );
  const kept = Array.from({ length: 192 }, (_, n) => ({
    id: randomUUID(),
    work_order: id,
    member,
    position: 7 + n,
    by: 'member',
    kind: 'text',
    annex: '[]',
  }));
  await addRows(gateway, 'work_order_entry', kept);
  assert.is(await reply(), '1', 'the last of two hundred');
  assert.is(await reply(), '500');
  assert.is(await answer('Enough'), '', 'the desk may answer');
});

test('a bank is offered unless the desk hides it, and the desk may add some', async ({ gateway }) => {
  const { run } = gateway.db;
  const offer = (code: string, offered: boolean) => keyOf(offerBank(run, code, offered, now));
  const [en, zh] = [`Bank ${randomUUID()}`, `银行${randomUUID()}`];
  assert.is(await isOffered(run, `${en}|${zh}`), false);
  const { code } = await addBank(run, { en, zh }, now);
  assert.equal(
    [await isOffered(run, code), await isOffered(run, 'ABC'), await isOffered(run, 'NOBANK')],
    [true, true, false],
  );
  const twice = (names: { en: string; zh: string }) => keyOf(addBank(run, names, now));
  assert.equal(
    [
      await twice({ en, zh: `${zh}2` }),
      await twice({ en: `${en} 2`, zh }),
      await twice({ en: 'x', zh: '中国工商银行' }),
    ],
    ['bankTaken', 'bankTaken', 'bankTaken'],
  );
  assert.equal(
    [await offer(code, false), await offer(code, false), await offer('NOBANK', false)],
    ['', '', 'bankMissing'],
  );
  assert.equal([await isOffered(run, code), await isOffered(run, 'ABC')], [false, true]);
  await offer('ABC', false);
  await offer(code, true);
  const listed = (await listAllBanks(run)).filter((one) => one.code === code || one.code === 'ABC');
  assert.equal(
    listed.map((one) => [one.code, one.offered]),
    [
      ['ABC', false],
      [code, true],
    ],
  );
  await offer('ABC', true);
});

test('an account is its member’s until it is removed, and rests when its ways in were opened', async ({
  gateway,
  member,
  other,
}) => {
  const { db } = gateway;
  const mine = await addAccount(gateway, member);
  const resting = await addAccount(gateway, member, { usable_from: at(500) });
  const longer = await addAccount(gateway, member, { usable_from: at(5000) });
  const gone = await addAccount(gateway, member, { removed_at: at(0) });
  const theirs = await addAccount(gateway, other);
  const own = async (id: string) => (await ownPayoutAccount(db.run, member, id))?.id;
  assert.equal([await own(mine), await own(gone), await own(theirs)], [mine, undefined, undefined]);
  await db.tx((tx) => startCoolingOff(tx, member, at(1000)).then(() => undefined));
  const from = async (id: string) => {
    const row = await db.run
      .selectFrom('payout_account')
      .select('usable_from')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.usable_from && +row.usable_from - now;
  };
  assert.equal(
    [await from(mine), await from(resting), await from(longer), await from(gone), await from(theirs)],
    [1000, 1000, 5000, null, null],
  );
  const row = { id: 'a', kind: 'bank', holder: 'Li', number: '6222021234567890', bank: 'ICBC', branch: null };
  const shown = (values: object, when?: number) =>
    payoutAccount({ ...row, swift: null, country: null, at: at(0), ...values } as never, 'en', when);
  const rests = (when?: number) => !!shown({ usable_from: at(10) }, when).availableAt;
  assert.equal([rests(now + 9), rests(now + 10), rests()], [true, false, false]);
  const abroad = { kind: 'abroad', bank: 'Deutsche', country: 'DE' };
  assert.equal(
    [
      shown({}).number,
      shown({ ...abroad, number: '12345678' }).number,
      shown({ ...abroad, number: '1234567' }).number,
    ],
    ['•••• 7890', '•••• 5678', '•••• 67'],
  );
  assert.equal(
    [shown({}).openingBank, shown(abroad).openingBank, shown(abroad).bankName],
    ['ICBC', undefined, 'Deutsche'],
  );
  const kinds = (country: 'cn' | 'intl', methods: string[]) =>
    kindsFor({ methods: { [country]: methods } } as never, country);
  assert.equal(
    [kinds('cn', ['alipay', 'card']), kinds('intl', ['usdt', 'card']), kinds('cn', [])],
    [['bank', 'alipay'], ['bank', 'abroad', 'usdt'], ['bank']],
  );
});

test('a member has twenty accounts at most, each number once, and changes only their own', async ({
  gateway,
  other,
}) => {
  const member = (await addMember(gateway, { country: 'cn' })).id;
  const as = await gateway.signIn(member);
  for (let n = 0; n < 18; n++) await addAccount(gateway, member);
  await addAccount(gateway, member, { removed_at: at(0), number: '6222020000000007' });
  await addAccount(gateway, other, { number: '6222020000000015' });
  const form = (cardNumber: string) => ({
    kind: 'bank',
    holder: '李梅',
    cardNumber,
    openingBank: 'ICBC',
    openingBranch: 'Harbour',
    requestKey: randomUUID(),
  });
  const add = async (number: string) => (await gateway.send(payout.userAccountAdd, form(number), as)).code;
  const results = [];
  for (const number of ['6222020000000007', '6222020000000007', '6222020000000015', '6222020000000023'])
    results.push(await add(number));
  assert.equal(results, ['1', '500', '1', '500']);
  const rows = await gateway.db.run
    .selectFrom('payout_account')
    .select(['id', 'number'])
    .where('member', '=', member)
    .where('removed_at', 'is', null)
    .execute();
  const [first, second] = ['6222020000000007', '6222020000000015'].map(
    (number) => rows.find((row) => row.number === number)?.id ?? '',
  );
  const theirs = await addAccount(gateway, other);
  const edit = async (id = '', values: object = {}) =>
    (await gateway.send(payout.userAccountEdit, { ...form('6222020000000007'), id, ...values }, as)).code;
  assert.equal([await edit(first), await edit(second), await edit(theirs)], ['1', '500', '500']);
  const remove = async (ids: string[]) =>
    (await gateway.send(payout.userAccountDeleteBatch, { ids, requestKey: randomUUID() }, as)).code;
  assert.equal(
    [
      await remove([first ?? '', theirs]),
      await remove([first ?? '', first ?? '']),
      await remove([first ?? '']),
    ],
    ['500', '1', '500'],
  );
});

test('promotion value goes to somebody else of the same version', () => {
  const giver = { id: 'a', country: 'cn' } as const;
  const why = (to: object | undefined) => {
    try {
      recipientOrThrow(giver, to as never);
      return '';
    } catch (error) {
      return (error as { key: string }).key;
    }
  };
  assert.equal(
    [
      why({ id: 'b', country: 'cn' }),
      why({ id: 'a', country: 'cn' }),
      why({ id: 'b', country: 'intl' }),
      why(undefined),
    ],
    ['', 'recipientSelf', 'recipientElsewhere', 'recipientMissing'],
  );
});

test('a month of income is China’s, and of the accounts and reasons that are income', async ({
  gateway,
  member,
  other,
  as,
}) => {
  const { from, until } = monthSpan('2026-03');
  assert.equal([from, until], [new Date('2026-02-28T16:00:00Z'), new Date('2026-03-31T16:00:00Z')]);
  const income = (
    amount: number,
    when: Date,
    reason = 'rent',
    kind: 'balance' | 'store' = 'balance',
    who = member,
  ) => credit(gateway, who, kind, amount, { reason, at: +when });
  await income(1, new Date(+from - 1));
  await income(20, from);
  await income(300, new Date(+until - 1), 'shop', 'store');
  await income(4000, until);
  await income(50_000, from, 'gift');
  await income(600_000, from, 'rent', 'balance', other);
  const { body } = await gateway.send(wallet.revenue, { year: 2026 }, as);
  assert.equal([body.total, body.years], [4321, [2026]]);
  assert.equal(
    body.months.map(({ month, total }: { month: string; total: number }) => [month, total]),
    [
      ['2026-04', 4000],
      ['2026-03', 320],
      ['2026-02', 1],
    ],
  );
  const listed = async (more: object) => {
    const { items, total } = (await gateway.send(wallet.listMovements, { kind: 'income', ...more }, as)).body;
    return [items.length, total];
  };
  assert.equal(await listed({ month: '2026-03' }), [2, 320]);
  assert.equal(await listed({ month: '2026-03', reason: 'rent' }), [1, 20]);
  assert.equal(await listed({}), [4, 4321]);
  const balance = (await gateway.send(wallet.listMovements, { kind: 'balance', reason: 'other' }, as)).body;
  assert.equal([balance.items.length, balance.held], [1, 54_021], 'a gift is none of the reasons');
});

test('a team counts two levels, who joined this month, and machines whose time is not over', async ({
  gateway,
  other,
}) => {
  const leader = await addMember(gateway, { team_leader: true });
  const between = await addMember(gateway, { inviter: leader.id });
  const own = await addMember(gateway, { inviter: between.id });
  const as = await gateway.signIn(own.id);
  const month = 31 * 86_400_000;
  const first = await addMember(gateway, { inviter: own.id, created_at: new Date(Date.now() - 2 * month) });
  const second = await addMember(gateway, { inviter: first.id, team_leader: true });
  await addMember(gateway, { inviter: second.id });
  await addMachines(gateway, first.id, { quantity: 2 });
  await addMachines(gateway, second.id, { quantity: 5, days: 0 });
  await addMachines(gateway, second.id, { quantity: 1 });
  await addMachines(gateway, other, { quantity: 9 });
  const { body } = await gateway.send(friends.team, {}, as);
  assert.equal(
    [body.level1, body.level2, body.teamLeaders, body.joinedThisMonth, body.machines],
    [1, 1, 1, 1, 3],
  );
  assert.equal([body.invitedThisMonth, body.invitedActive], [0, 1]);
  assert.is(body.leader.nickname, leader.nickname);
  const of = async (input: object) =>
    (await gateway.send(friends.listFriends, input, as)).body.items.map(
      ({ level, machines, invitedBy }: friends.Friend) => [level, machines, invitedBy],
    );
  const [one, two] = [
    [1, 2, undefined],
    [2, 1, first.nickname],
  ];
  assert.equal(
    [await of({}), await of({ level: 1 }), await of({ level: 2 }), await of({ teamLeaders: true })],
    [[one, two], [one], [two], [two]],
  );
  assert.equal(
    [await of({ keyword: first.nickname.slice(1) }), await of({ keyword: 'nobody' })],
    [[one], []],
  );
});

test('a poster is kept with a video only, and a post is collected and reported by each once', async ({
  gateway,
  member,
  as,
}) => {
  const picture = await addPicture(gateway, member);
  const post = async (more: object = {}) =>
    (await gateway.send(circle.addPost, { text: 'Look', requestKey: randomUUID(), ...more }, as)).body
      .id as string;
  const id = await post({ pictures: [picture] });
  const neighbour = await post();
  const other = await gateway.signIn((await addMember(gateway)).id);
  const collect = async (who: Sent, collected: boolean, of = id) =>
    (await gateway.send(circle.collectPost, { id: of, collected }, who)).body.collects;
  assert.equal(
    [
      await collect(as, true),
      await collect(as, true),
      await collect(other, true),
      await collect(as, true, neighbour),
    ],
    [1, 1, 2, 1],
  );
  assert.equal(
    [await collect(as, false), await collect(other, true), await collect(as, true, neighbour)],
    [1, 1, 1],
  );
  const report = async (who: Sent) =>
    (await gateway.send(circle.reportPost, { id, reason: 'other' }, who)).code;
  assert.equal([await report(as), await report(other), await report(other)], ['500', '1', '1']);
  const remove = async (who: Sent, of: string) =>
    (await gateway.send(circle.deletePost, { id: of }, who)).code;
  assert.equal(
    [await remove(other, neighbour), await remove(as, id), await remove(as, id)],
    ['500', '1', '1'],
  );
  const left = await gateway.db.run
    .selectFrom('circle_post')
    .select('deleted_at')
    .where('id', '=', neighbour)
    .executeTakeFirstOrThrow();
  assert.is(left.deleted_at, null);
});

test.run();
