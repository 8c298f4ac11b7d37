import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as declarations from '../../src/contract/member/declarations';
import * as wallet from '../../src/contract/money/wallet';
import * as im from '../../src/contract/support/im';
import * as workOrders from '../../src/contract/support/work-orders';
import { measurements } from '../../src/server/measurements';
import { createMetrics } from '../../src/server/metrics/metrics';
import { buildMetrics } from '../../src/server/metrics/serve-metrics';
import { waitingLists } from '../../src/server/waiting-lists';
import { parseTypeScript, walk } from '../../tools/build/syntax.mjs';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { give } from './support/shop';
import { addPicture } from './support/upload';
import { addAccount } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  as: Sent;
}
const test = suite<Context>('what waits for people');
test.before.each(async (context) => {
  context.gateway = await openGateway();
  context.member = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after.each(({ gateway }) => gateway.close());

const desk = async ({ gateway }: Context, path: string, body?: object) => {
  const answer = await fetch(`${gateway.url}/operator/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${gateway.settings.operatorToken}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.is(answer.status, 200, path);
  return (await answer.json()) as any;
};

/** How many wait, as the desk's day and the figures say: both alike. */
async function waiting(context: Context): Promise<Record<string, number>> {
  const { waiting: atDesk } = await desk(context, 'day');
  const metrics = createMetrics(context.gateway.db, Date.now, measurements);
  const { body } = await buildMetrics(metrics).inject('/metrics');
  metrics.stop();
  const figures = [...body.matchAll(/^cloudphone_waiting\{queue="(\w+)"\} (\d+)$/gm)];
  assert.equal(Object.fromEntries(figures.map(([, queue, count]) => [queue, Number(count)])), atDesk);
  return atDesk;
}

test('a new company has empty waiting lists, and every list is counted', async (context) => {
  const lists = waitingLists.map(({ name }) => [name, 0] as const);
  assert.equal(await waiting(context), Object.fromEntries(lists));
});

test('a declaration waits until somebody decides it', async (context) => {
  const { gateway, member, as } = context;
  const customer = await addMember(gateway, { inviter: member });
  const { body } = await gateway.send(
    declarations.addDeclaration,
    {
      customerName: customer.username,
      customerPhone: '13800138000',
      quantity: 1,
      orderAmount: 100_00,
      payTime: '2024-11-20T16:40:00+08:00',
      attachment: [await addPicture(gateway, member)],
      requestKey: randomUUID(),
    },
    as,
  );
  assert.is((await waiting(context)).declarations, 1);
  await desk(context, `declarations/${body.id}/reject`, { reason: 'No contract' });
  assert.is((await waiting(context)).declarations, 0);
});

test('a withdrawal waits until it is paid, not only until it is approved', async (context) => {
  const { gateway, member, as } = context;
  await give(gateway, member, 'balance', 1000_00);
  const asked = { source: 'balance', amount: 200_00, accountId: await addAccount(gateway, member) };
  const { body } = await gateway.send(wallet.applyWithdrawal, { ...asked, requestKey: randomUUID() }, as);
  assert.is((await waiting(context)).withdrawals, 1);
  await desk(context, `withdrawals/${body.id}/approve`, {});
  assert.is((await waiting(context)).withdrawals, 1);
  await desk(context, `withdrawals/${body.id}/remit`, { reference: 'bank 1' });
  assert.is((await waiting(context)).withdrawals, 0);
});

test('a question waits until it is answered, also when somebody has taken it; so does a chat', async (context) => {
  const { gateway, as } = context;
  const question = { title: 'Where', description: 'is it?', requestKey: randomUUID() };
  const { number } = (await gateway.send(workOrders.addWorkOrder, question, as)).body;
  await desk(context, `workorders/${number}/take`, {});
  await gateway.send(im.sendMessage, { text: 'Hello', requestKey: randomUUID() }, as);
  const { workorders, conversations } = await waiting(context);
  assert.equal([workorders, conversations], [1, 1]);
  await desk(context, `workorders/${number}/answer`, { text: 'Here', requestKey: randomUUID() });
  assert.is((await waiting(context)).workorders, 0);
});

/** Texts of SQL in a source: what follows `sql`, and what `sql.raw` is given, of which the values that are put in are cut out. */
function sqlIn(source: string): string[] {
  const found: string[] = [];
  walk(parseTypeScript(source), (node) => {
    if (node.type !== 'TaggedTemplateExpression') return;
    const { tag, quasi } = node;
    if (tag.name === 'sql' || tag.object?.name === 'sql')
      found.push(quasi.quasis.map((part: any) => part.value.raw).join('?'));
  });
  return found;
}

test('no statement knows a state by its number: the contract names them', () => {
  const numbers = /\w*(status|state)\b["']?\s*(=|<>|!=|not in|in)\s*\(?\s*-?\d/;
  assert.match('where t.state = 1', numbers);
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/migrations\.ts$/.test(file),
  );
  const wrong = files.flatMap((file) =>
    sqlIn(readFileSync(`src/server/${file}`, 'utf8'))
      .filter((text) => numbers.test(text))
      .map((text) => `${file}: ${text}`),
  );
  assert.ok(files.length > 300);
  assert.equal(wrong, []);
});

test.run();
