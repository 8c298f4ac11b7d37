import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/declarations';
import { listMessages } from '../../src/contract/support/messages';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addPicture } from './support/upload';

interface Context {
  gateway: TestGateway;
  me: string;
  as: Sent;
  customer: { id: string; username: string };
}
const test = suite<Context>('declarations');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  const { gateway } = context;
  gateway.clock.ahead = 0;
  context.me = (await addMember(gateway)).id;
  context.as = await gateway.signIn(context.me);
  context.customer = await addMember(gateway, { nickname: 'Chen Yu', inviter: context.me });
});
test.after(({ gateway }) => gateway.close());

const form = async ({ gateway, me, customer }: Context, more: object = {}) => ({
  customerName: customer.username,
  customerPhone: '13800138000',
  quantity: 4,
  orderAmount: 3596_00,
  payTime: '2024-11-20T16:40:00+08:00',
  remark: 'two of them as a gift',
  attachment: [await addPicture(gateway, me)],
  requestKey: randomUUID(),
  ...more,
});
const declare = async (context: Context, more?: object) =>
  context.gateway.send(calls.addDeclaration, await form(context, more), context.as);
const get = async ({ gateway, as }: Context, id: string) =>
  (await gateway.send(calls.getDeclaration, { id }, as)).body;
const list = async ({ gateway, as }: Context, filter: object = {}) =>
  (await gateway.send(calls.listDeclarations, filter, as)).body;
const desk = async ({ gateway }: Context, path: string, body?: object) => {
  const response = await fetch(`${gateway.url}/operator/declarations${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${gateway.settings.operatorToken}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as any) };
};

test('a payment has been made by now, give or take five minutes; declarations are listed by state', async (context) => {
  const paid = async (ahead: number) =>
    (await declare(context, { payTime: new Date(Date.now() + ahead).toISOString() })).code;
  assert.equal([await paid(290_000), await paid(330_000), await paid(-86_400_000)], ['1', '5001', '1']);
  const { items } = await list(context);
  await desk(context, `/${items[0].id}/approve`, {});
  const ids = async (filter: object) =>
    (await list(context, filter)).items.map(({ id }: { id: string }) => id);
  assert.equal(
    [await ids({}), await ids({ status: 1 }), await ids({ status: 2 }), await ids({ status: -1 })],
    [[items[0].id, items[1].id], [items[1].id], [items[0].id], []],
  );
});

test('declarations of the same moment have one order on the desk, for every reader', async (context) => {
  const ids: string[] = [];
  for (let at = 0; at < 4; at++) ids.push((await declare(context)).body.id);
  await context.gateway.db.run
    .updateTable('declaration')
    .set({ submitted_at: new Date(Date.now() - 86_400_000) })
    .where('id', 'in', ids)
    .execute();
  const { items } = await desk(context, '');
  const listed = items.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id));
  assert.equal(listed, [...ids].sort());
});

test('a declaration is handed in with all its fields, and listed with the phone masked', async (context) => {
  const { body } = await declare(context);
  assert.is(body.status, 1);
  const { items, counts } = await list(context);
  const { id, attachment, submittedAt, ...shown } = items[0];
  assert.is(id, body.id);
  assert.is(attachment.length, 1);
  assert.ok(Date.parse(submittedAt));
  assert.equal(shown, {
    customerName: context.customer.username,
    customerNickname: 'Chen Yu',
    customerPhone: '138****8000',
    quantity: 4,
    orderAmount: 3596_00,
    payTime: '2024-11-20T08:40:00.000Z',
    remark: 'two of them as a gift',
    status: 1,
  });
  assert.equal(counts, [{ status: 1, count: 1 }]);
  const whole = await get(context, id);
  assert.is(whole.customerPhone, '13800138000');
  assert.equal(
    whole.events.map(({ status }: calls.DeclarationEvent) => status),
    [1],
  );
});

test('the rules of a declaration hold on the server', async (context) => {
  const { gateway, me, customer } = context;
  const problems = async (more: object) => (await declare(context, more)).body.problems;
  assert.equal(await problems({ customerName: '' }), { customerName: { rule: 'required' } });
  assert.equal(await problems({ customerName: 'nobody123' }), { customerName: { rule: 'wrong' } });
  assert.equal(await problems({ customerPhone: '12800138000' }), { customerPhone: { rule: 'phone' } });
  assert.equal(await problems({ quantity: -1 }), { quantity: { rule: 'min', limit: 0 } });
  assert.equal(await problems({ orderAmount: 0 }), { orderAmount: { rule: 'notZero', limit: 1 } });
  assert.equal(await problems({ remark: 'x'.repeat(301) }), { remark: { rule: 'maxLength', limit: 300 } });
  assert.equal(await problems({ attachment: [] }), { attachment: { rule: 'attachment' } });
  assert.equal(await problems({ attachment: [await addPicture(gateway, customer.id)] }), {
    attachment: { rule: 'attachment' },
  });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  assert.equal(await problems({ payTime: tomorrow }), { payTime: { rule: 'wrong' } });
  assert.equal(await problems({ payTime: '2024-11-20 16:40' }), { payTime: { rule: 'wrong' } });
  const own = (await gateway.db.run.selectFrom('member').selectAll().where('id', '=', me).execute())[0]!;
  assert.equal(await problems({ customerName: own.username }), { customerName: { rule: 'wrong' } });
});

test('one request key hands in one declaration', async (context) => {
  const input = await form(context);
  const send = () => context.gateway.send(calls.addDeclaration, input, context.as);
  const [one, two] = await Promise.all([send(), send()]);
  assert.is(one.body.id, two.body.id);
  assert.is((await list(context)).items.length, 1);
});

test('a declaration is rejected, corrected, submitted again and confirmed, with a message each time', async (context) => {
  const { gateway, as } = context;
  const { id } = (await declare(context)).body;
  const edit = async (more?: object) =>
    gateway.send(calls.editDeclaration, await form(context, { id, ...more }), as);
  assert.match((await edit()).message, /no longer be changed/);
  const waiting = (await desk(context, '')).items.find((one: { id: string }) => one.id === id);
  assert.is(waiting.amount, 3596_00);
  assert.is(
    (await fetch(waiting.attachment[0].replace(gateway.settings.publicUrl, gateway.url))).status,
    200,
  );
  assert.is((await desk(context, `/${id}/reject`, { reason: 'It shows ¥89.00' })).status, -1);
  assert.is((await get(context, id)).auditResult, 'It shows ¥89.00');
  assert.equal((await list(context, { status: -1 })).items.length, 1);

  assert.is((await edit({ orderAmount: 89_00 })).body.status, 1);
  const again = await get(context, id);
  assert.is(again.orderAmount, 89_00);
  assert.is(again.auditResult, undefined);
  assert.is((await desk(context, `/${id}/approve`, {})).status, 2);
  assert.is((await desk(context, `/${id}/approve`, {})).status, 2, 'the same again');
  assert.is((await desk(context, `/${id}/reject`, { reason: 'no' })).status, 409);
  assert.equal(
    (await get(context, id)).events.map(({ status, text }: calls.DeclarationEvent) => [status, text]),
    [
      [1, undefined],
      [-1, 'It shows ¥89.00'],
      [1, undefined],
      [2, undefined],
    ],
  );
  const told = (await gateway.send(listMessages, {}, as)).body.items as { title: string; text: string }[];
  assert.equal(
    told.map(({ title }) => /confirmed/.test(title)),
    [true, false],
  );
  assert.match(JSON.stringify(told), /¥89\.00/);
});

test('a member who corrects one of two rejected declarations leaves the other as it is', async (context) => {
  const [one, other] = [(await declare(context)).body.id, (await declare(context)).body.id];
  for (const id of [one, other]) await desk(context, `/${id}/reject`, { reason: `Wrong in ${id}` });
  const before = await get(context, other);
  const corrected = await form(context, { id: one, orderAmount: 89_00 });
  assert.is((await context.gateway.send(calls.editDeclaration, corrected, context.as)).body.status, 1);
  assert.is((await get(context, one)).orderAmount, 89_00);
  assert.equal(await get(context, other), before);
});

test('nobody sees or corrects the declaration of another member', async (context) => {
  const { gateway } = context;
  const { id } = (await declare(context)).body;
  await desk(context, `/${id}/reject`, { reason: 'no' });
  const other = await addMember(gateway);
  const as = await gateway.signIn(other.id);
  const { items, counts } = await list({ ...context, as });
  assert.equal([items, counts], [[], []]);
  assert.is((await gateway.send(calls.getDeclaration, { id }, as)).message, 'Offline order not found');
  const attachment = [await addPicture(gateway, other.id)];
  const edit = await gateway.send(calls.editDeclaration, await form(context, { id, attachment }), as);
  assert.is(edit.message, 'Offline order not found');
  assert.is((await desk({ ...context, gateway }, '/nonsense/approve', {})).status, 409);
});

test('a customer is found by username: a friend with name and level, anybody else as registered only', async (context) => {
  const { gateway, as, customer } = context;
  const find = async (account: string) => (await gateway.send(calls.findCustomer, { account }, as)).body;
  assert.equal(await find(customer.username.toUpperCase()), {
    registered: true,
    nickname: 'Chen Yu',
    level: 1,
  });
  const second = await addMember(gateway, { inviter: customer.id });
  assert.is((await find(second.username)).level, 2);
  const stranger = await addMember(gateway, { phone: `136${`${Date.now()}`.slice(-8)}` });
  assert.equal(await find(stranger.username), { registered: true });
  assert.equal(await find(stranger.phone!), { registered: false });
  assert.equal(await find((await addMember(gateway, { country: 'cn' })).username), { registered: false });
  for (let n = 0; n < 60; n++) await find('nobody');
  assert.is((await gateway.send(calls.findCustomer, { account: 'nobody' }, as)).code, '500');
});

test.run();
