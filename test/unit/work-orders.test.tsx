import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadPicture } from '../../src/contract/site/system';
import {
  addWorkOrder,
  getWorkOrder,
  listWorkOrders,
  replyWorkOrder,
  solveWorkOrder,
  type WorkOrder,
  type WorkOrderSummary,
} from '../../src/contract/support/work-orders';
import * as support from '../../src/features/support/routes';
import { memoryStore } from '../../src/platform/browser/store';
import { Refusal, reply, visit } from '../support/visit';

const at = '2026-11-20T08:00:00.000Z';
const brief: WorkOrderSummary = {
  id: 'w1',
  number: 'Q2026112000000001',
  title: 'No rent',
  status: 0,
  createdAt: at,
  changedAt: at,
};
const order: WorkOrder = { ...brief, description: 'Since yesterday.\nWhy?', annex: [], entries: [] };
const answered: WorkOrder = {
  ...order,
  status: 2,
  answer: 'It comes tonight',
  entries: [{ id: 'e1', by: 'operator', kind: 'text', text: 'It comes tonight', annex: [], at }],
};

type Seen = Awaited<ReturnType<typeof visit>>;
const fieldOf = ({ body }: Seen, name: string) =>
  body.querySelector(`[name="${name}"]`) as HTMLInputElement | null;

async function write(screen: Seen, name: string, text: string) {
  const field = await screen.until(`the field ${name}`, () => fieldOf(screen, name) ?? undefined);
  field.value = text;
  field.dispatchEvent(new (globalThis as any).window.Event('input', { bubbles: true }));
}
/** A phone that other visits use too, and whose page can be shown again. */
function phone() {
  let shown = () => {};
  return {
    platform: {
      local: memoryStore(),
      onShow(call: () => void) {
        shown = call;
        return () => {};
      },
    },
    show: () => shown(),
  };
}

test('an empty question is not sent, and says so', async () => {
  const screen = await visit(support.createWorkOrder, {}, []);
  await screen.tap('Submit');
  await screen.sees('Question cannot be empty');
  await screen.sees('Please fill this in');
  assert.equal(screen.asked(addWorkOrder), []);
  screen.close();
});

test('a question counts its characters, and is sent once with its pictures', async () => {
  const { platform } = phone();
  const uuids = ['0b1e5f3a-0000-4000-8000-000000000001', '0b1e5f3a-0000-4000-8000-000000000002'];
  platform.local.set(
    'drafts',
    JSON.stringify({ u1: { workOrder: { title: 'No rent', description: 'Why?', annex: uuids } } }),
  );
  const replies = [
    reply(loadPicture, { url: '/files/p' }),
    reply(addWorkOrder, { id: 'w9', number: 'W9', status: 0 }),
  ];
  const screen = await visit(support.createWorkOrder, {}, replies, { platform });
  await screen.sees('4/300');
  await screen.until('the pictures of the draft', () => screen.body.querySelectorAll('img').length === 2);
  await screen.tap('Submit');
  await screen.until('the question', () => screen.at() === '/pages/mine/workOrderDetail?id=w9');
  const [input, ...others] = screen.asked(addWorkOrder);
  assert.equal(others, []);
  const { requestKey, ...rest } = input;
  assert.match(requestKey, /^[0-9a-f-]{36}$/);
  assert.equal(rest, { title: 'No rent', description: 'Why?', annex: uuids });
  assert.is(platform.local.get('drafts'), undefined);
  screen.close();
});

test('a half-written question is there again after leaving, under the same request key', async () => {
  const { platform } = phone();
  const first = await visit(support.createWorkOrder, {}, [reply(addWorkOrder, 'offline')], { platform });
  await write(first, 'title', 'No rent');
  await write(first, 'description', 'Since yesterday.\nWhy?');
  await first.tap('Submit');
  await first.sees('The network is not strong');
  first.close();
  const second = await visit(
    support.createWorkOrder,
    {},
    [reply(addWorkOrder, { id: 'w1', number: 'W1', status: 0 })],
    { platform },
  );
  assert.is(fieldOf(second, 'title')?.value, 'No rent');
  assert.is(fieldOf(second, 'description')?.value, 'Since yesterday.\nWhy?');
  await second.tap('Submit');
  await second.until('the question', () => second.at().includes('workOrderDetail'));
  assert.equal(second.asked(addWorkOrder), first.asked(addWorkOrder));
  second.close();
});

test('input is stored before anything is drawn, so a page that is reloaded at once has it', async () => {
  const { platform } = phone();
  const screen = await visit(support.createWorkOrder, {}, [], { platform });
  await write(screen, 'title', 'No rent');
  for (let turn = 0; turn < 20; turn++) await undefined; // no timer, no frame
  assert.match(platform.local.get('drafts') ?? '', 'No rent');
  screen.close();
});

test('a draft is discarded once the member has agreed', async () => {
  const { platform } = phone();
  const screen = await visit(support.createWorkOrder, {}, [], { platform });
  assert.not(screen.text().includes('Discard'));
  await write(screen, 'title', 'No rent');
  await screen.tap('Discard');
  await screen.sees('Discard what you have written');
  await screen.tap('Keep it');
  await screen.losesSight('Discard what you have written');
  assert.match(platform.local.get('drafts')!, 'No rent');
  await screen.tap('Discard');
  await screen.sees('Discard what you have written');
  await screen.tap('Discard');
  await screen.until('the draft to go', () => platform.local.get('drafts') === undefined);
  screen.close();
});

test('the list shows what was asked by status, with the newest answer', async () => {
  const items = [
    brief,
    { ...brief, id: 'w2', title: 'Card', status: 2 as const, answer: 'Under Mine', solvedAt: at },
  ];
  const screen = await visit(support.workOrder, {}, [
    reply(listWorkOrders, ({ status }) => ({
      items: items.filter((one) => status === undefined || one.status === status),
    })),
  ]);
  for (const words of ['No rent', 'Q2026112000000001', 'Pending', 'Solved', 'Under Mine'])
    await screen.sees(words);
  await screen.tap('In progress');
  await screen.sees('Nothing here at the moment.');
  await screen.tap('Processed');
  await screen.sees('Card');
  assert.equal(screen.asked(listWorkOrders), [{}, { status: 1 }, { status: 2 }]);
  screen.close();
});

test('a member without questions sees where to ask one', async () => {
  const screen = await visit(support.workOrder, {}, [reply(listWorkOrders, { items: [] })]);
  await screen.sees('No support requests yet.');
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/createWorkOrder"]'));
  screen.close();
});

test('people’s text is shown as text, with its line breaks: markup has no effect', async () => {
  const hostile = '<img src=x onerror=alert(1)>\n<b>bold</b> javascript:alert(1)';
  const entry = { ...answered.entries[0]!, text: hostile };
  const screen = await visit(support.workOrderDetail, { id: 'w1' }, [
    reply(getWorkOrder, { ...answered, title: hostile, description: hostile, entries: [entry] }),
  ]);
  await screen.until('all three', () => screen.text().split('<b>bold</b> javascript').length === 4);
  assert.not(screen.body.querySelector('img, b, a'));
  assert.match(screen.body.querySelector('[role=log] p + p')!.textContent!, '\n');
  screen.close();
});

test('an answer shows as soon as the page is shown again, and asks whether it has helped', async () => {
  const { platform, show } = phone();
  let known = order;
  const screen = await visit(support.workOrderDetail, { id: 'w1' }, [reply(getWorkOrder, () => known)], {
    platform,
  });
  await screen.sees('Pending');
  assert.not(screen.text().includes('Has this solved'));
  await write(screen, 'text', 'Half a rep');
  known = answered;
  show();
  await screen.sees('It comes tonight');
  await screen.sees('Has this solved your problem?');
  assert.is(fieldOf(screen, 'text')?.value, 'Half a rep');
  screen.close();
});

test('an open question is renewed every 15 s, then every minute, and not while offline or hidden', async () => {
  const { setInterval } = globalThis;
  let tick = () => {};
  const every = (call: () => void, ms: number) => {
    if (ms !== 15_000) return setInterval(call, ms);
    tick = call;
    return setInterval(() => {}, ms);
  };
  Object.assign(globalThis, { setInterval: every });
  const { platform, show } = phone();
  let isOnline = true;
  let isShown = true;
  let said: WorkOrder | Refusal = order;
  const screen = await visit(support.workOrderDetail, { id: 'w1' }, [reply(getWorkOrder, () => said)], {
    platform: { ...platform, isOnline: () => isOnline, isShown: () => isShown },
  });
  const { state } = screen.app.queries.entry(getWorkOrder, { id: 'w1' });
  /** The requests that something causes. */
  const asks = async (act: () => void): Promise<number> => {
    await screen.until('the answer', () => !state.peek().busy);
    const before = screen.asked(getWorkOrder).length;
    act();
    await screen.until('the answer', () => !state.peek().busy);
    return screen.asked(getWorkOrder).length - before;
  };
  await screen.sees('Pending');
  const asked: number[] = [];
  for (let nth = 1; nth <= 28; nth++) asked.push(await asks(tick));
  assert.equal(asked, [...Array(20).fill(1), 0, 0, 0, 1, 0, 0, 0, 1]);
  assert.is(await asks(show), 1);
  isOnline = false;
  assert.is(await asks(tick), 0);
  isOnline = true;
  isShown = false;
  assert.is(await asks(tick), 0);
  isShown = true;
  assert.is(await asks(tick), 1, 'the page was shown again');
  said = new Refusal('Request not found');
  assert.is(await asks(tick), 1);
  assert.is(await asks(tick), 0, 'after a failure the member retries');
  screen.close();
});

test('unsolved goes on, solved closes, and either is the choice that was made', async () => {
  let known = answered;
  const screen = await visit(support.workOrderDetail, { id: 'w1' }, [
    reply(getWorkOrder, () => known),
    reply(solveWorkOrder, ({ solved }) => {
      known = solved ? { ...answered, solvedAt: at } : { ...answered, status: 0 };
      return { status: known.status };
    }),
  ]);
  await screen.tap('Not solved');
  const step = () => screen.body.querySelector('[aria-current=step]')?.textContent;
  await screen.until('the first step', () => step() === 'Pending');
  assert.not(screen.text().includes('Has this solved'));
  known = answered;
  screen.app.queries.changed(getWorkOrder);
  await screen.tap('Solved');
  await screen.sees('Replying reopens this request.');
  assert.not(screen.text().includes('Has this solved'));
  assert.equal(screen.asked(solveWorkOrder), [
    { id: 'w1', solved: false },
    { id: 'w1', solved: true },
  ]);
  screen.close();
});

test('a reply is kept until it is sent, and then makes room for another', async () => {
  const { platform } = phone();
  const refused = new Refusal('Too many attempts. Try again in 3 min.');
  const replies = [reply(getWorkOrder, answered), reply(replyWorkOrder, refused)];
  const screen = await visit(support.workOrderDetail, { id: 'w1' }, replies, { platform });
  await write(screen, 'text', 'Which day?');
  await screen.tap('Send reply');
  await screen.sees('Too many attempts. Try again in 3 min.');
  assert.is(fieldOf(screen, 'text')?.value, 'Which day?');
  assert.match(platform.local.get('drafts')!, 'Which day?');
  replies[1] = reply(replyWorkOrder, { status: 0 });
  await screen.tap('Send reply');
  await screen.until('an empty box', () => fieldOf(screen, 'text')?.value === '');
  assert.is(platform.local.get('drafts'), undefined);
  const [first, second] = screen.asked(replyWorkOrder);
  assert.is(second.text, 'Which day?');
  assert.is.not(first.requestKey, second.requestKey);
  screen.close();
});

test('pictures beside a question are looked at whole', async () => {
  const screen = await visit(support.workOrderDetail, { id: 'w1' }, [
    reply(getWorkOrder, { ...order, annex: ['p1'] }),
    reply(loadPicture, ({ id }) => ({ url: `/files/${id}` })),
  ]);
  await screen.until('the picture', () => screen.body.querySelector('img'));
  await screen.tap('Image 1');
  await screen.until('it whole', () => screen.body.querySelector('dialog img[src$="/files/p1"]'));
  screen.close();
});

test('an unknown question, or a lost connection, is reported with a retry button', async () => {
  const replies = [reply(getWorkOrder, new Refusal('Request not found'))];
  const screen = await visit(support.workOrderDetail, { id: 'w1' }, replies);
  await screen.sees('Request not found');
  replies[0] = reply(getWorkOrder, order);
  await screen.tap('Try again');
  await screen.sees('No rent');
  screen.close();
});

test.run();
