import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  getOffers,
  getPhoneAction,
  listPhoneActions,
  listPhoneSteps,
  type PhoneAction,
  type PhoneStep,
  retryPhoneAction,
  startPhoneAction,
} from '../../src/contract/buying/phone-actions';
import { sandboxActionMs, sandboxProvider, sandboxRestartMs } from '../../src/server/devices/sandbox';
import { createOffers } from '../../src/server/phone-actions/offers';
import { addBystander, rowsOf } from './support/bystander';
import { addOrder, type Order } from './support/devices';
import { actOnPhones } from './support/machines';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('phone actions');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.before.each(async (context) => {
  const { id } = await addMember(context.gateway);
  context.gateway.clock.ahead = 0;
  Object.assign(context, { member: id, as: await context.gateway.signIn(id) });
});
test.after(({ gateway }) => gateway.close());

/** The phones of an order that the provider can restart. */
async function addPhones(gateway: TestGateway, member: string, order: Order = {}): Promise<string[]> {
  const serialNumber = await addOrder(gateway, member, order);
  const ids = Array.from({ length: order.quantity ?? 1 }, (_, at) => `${serialNumber}-${at + 1}`);
  await gateway.db.run.updateTable('machine').set({ restartable: true }).where('id', 'in', ids).execute();
  return ids;
}
const start = (gateway: TestGateway, as: Sent, input: object, requestKey: string = randomUUID()) =>
  gateway.send(startPhoneAction, { requestKey, ...input }, as);
const actionOf = async (gateway: TestGateway, as: Sent, id: string): Promise<PhoneAction> =>
  (await gateway.send(getPhoneAction, { id }, as)).body;
const countsOf = ({ waiting, running, done, failed }: PhoneAction) => [waiting, running, done, failed];
async function stepsOf(gateway: TestGateway, as: Sent, id: string): Promise<Record<string, string>> {
  const steps: PhoneStep[] = [];
  for (let from: string | undefined; ; ) {
    const { items, next } = (await gateway.send(listPhoneSteps, { id, from }, as)).body;
    steps.push(...items);
    if (next === undefined) break;
    from = next;
  }
  return Object.fromEntries(steps.map((step) => [step.id, step.reason ?? step.state]));
}
/** Time passes, and a gateway that has just started continues. */
async function later(gateway: TestGateway, ms: number): Promise<void> {
  gateway.clock.ahead += ms;
  assert.equal(await actOnPhones(gateway), []);
}

test('a member restarts several cloud phones, and reads for each of the others why not', async ({
  gateway,
  as,
  member,
}) => {
  const [first = '', lost = ''] = await addPhones(gateway, member, { quantity: 2, offline: [2] });
  const [over = ''] = await addPhones(gateway, member, { days: 0 });
  const [plain = ''] = [`${await addOrder(gateway, member)}-1`];
  const other = await addBystander(gateway);
  const [foreign = ''] = await addPhones(gateway, other.id);
  const stranger = await gateway.signIn(other.id);
  const before = await rowsOf(gateway, other.id);

  const ids = [first, lost, over, plain, foreign, first];
  const { body } = await start(gateway, as, { kind: 'restart', ids });
  assert.equal([body.total, ...countsOf(body), body.sandbox], [5, 2, 0, 0, 3, true]);
  await later(gateway, 0);
  assert.equal(countsOf(await actionOf(gateway, as, body.id)), [0, 2, 0, 3]);
  for (const call of [getPhoneAction, listPhoneSteps])
    assert.match((await gateway.send(call, { id: body.id }, stranger)).message, 'not found');
  const retried = await gateway.send(retryPhoneAction, { id: body.id, requestKey: randomUUID() }, stranger);
  assert.match(retried.message, 'not found');
  assert.equal((await gateway.send(listPhoneActions, {}, stranger)).body.items, []);

  await later(gateway, sandboxRestartMs + 5_000);
  await later(gateway, 5_000);
  assert.equal(await stepsOf(gateway, as, body.id), {
    [first]: 'done',
    [lost]: 'done',
    [over]: 'ended',
    [plain]: 'unable',
    [foreign]: 'missing',
  });
  const { items } = (await gateway.send(listPhoneSteps, { id: body.id }, as)).body;
  const shown = new Map(items.map((step: PhoneStep) => [step.id, step.name]));
  const machines = await gateway.db.run
    .selectFrom('machine')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  assert.is(machines.length, 5);
  for (const { id, name } of machines) assert.is(shown.get(id), id === foreign ? undefined : name);
  const again = await start(gateway, as, { kind: 'restart', ids: [first] });
  assert.equal(await stepsOf(gateway, as, again.body.id), { [first]: 'restarting' });
  assert.equal(await rowsOf(gateway, other.id), before);
});

test('a member installs an app on all phones that a search finds, and tries the failed ones again', async ({
  gateway,
  as,
  member,
}) => {
  const ids = await addPhones(gateway, member, { quantity: 10, offline: [2] });
  const [largest] = [...(await gateway.send(getOffers, {}, as)).body.apps].sort((a, b) => b.size - a.size);
  const match = { except: [ids[0]], count: 9 };
  const wrong = await start(gateway, as, { kind: 'install', app: largest.id, match: { ...match, count: 8 } });
  assert.equal([wrong.code, wrong.body.count], ['500', 9]);
  assert.match((await start(gateway, as, { kind: 'install', app: 'x', match })).message, 'no longer offered');
  assert.match((await start(gateway, as, { kind: 'install', match })).message, 'no longer offered');

  const requestKey = randomUUID();
  const { body } = await start(gateway, as, { kind: 'install', app: largest.id, match }, requestKey);
  const repeated = await start(gateway, as, { kind: 'install', app: largest.id, match }, requestKey);
  assert.equal([repeated.body.id, body.subject], [body.id, `${largest.name} ${largest.version}`]);
  assert.is((await gateway.send(listPhoneActions, {}, as)).body.items.length, 1);
  await later(gateway, 0);
  assert.equal(countsOf(await actionOf(gateway, as, body.id)), [0, 8, 0, 1]);
  await later(gateway, sandboxActionMs);
  const steps = await stepsOf(gateway, as, body.id);
  assert.equal([steps[ids[0]!], steps[ids[1]!], steps[ids[9]!]], [undefined, 'offline', 'space']);
  assert.equal(countsOf(await actionOf(gateway, as, body.id)), [0, 0, 7, 2]);

  await gateway.db.run.updateTable('machine').set({ online: true }).where('id', '=', ids[1]!).execute();
  const retry = { id: body.id, requestKey: randomUUID() };
  assert.equal(countsOf((await gateway.send(retryPhoneAction, retry, as)).body), [2, 0, 7, 0]);
  await later(gateway, 0);
  await later(gateway, sandboxActionMs);
  const after = await stepsOf(gateway, as, body.id);
  assert.equal([after[ids[1]!], after[ids[9]!]], ['done', 'space']);
});

test('a phone that nobody has seen offline counts as restarted after a minute', async ({
  gateway,
  as,
  member,
}) => {
  const ids = await addPhones(gateway, member);
  await actOnPhones(gateway); // the phone is online
  const { body } = await start(gateway, as, { kind: 'restart', ids });
  const stillOnline = {
    ...sandboxProvider,
    sync: async (machines: readonly { id: string }[]) =>
      machines.map(({ id }) => ({ id, state: 'online' as const })),
  };
  const doneAfter = async (ms: number) => {
    gateway.clock.ahead += ms;
    await actOnPhones(gateway, stillOnline);
    return (await actionOf(gateway, as, body.id)).done;
  };
  assert.equal([await doneAfter(0), await doneAfter(55_000), await doneAfter(20_000)], [0, 0, 1]);
});

test('a phone is tried again in the action that failed on it, and not in one that it has done', async ({
  gateway,
  as,
  member,
}) => {
  const ids = await addPhones(gateway, member);
  const online = (is: boolean) =>
    gateway.db.run.updateTable('machine').set({ online: is }).where('id', '=', ids[0]!).execute();
  const ended = async (input: object): Promise<PhoneAction> => {
    const { body } = await start(gateway, as, { ids, ...input });
    for (const ms of [0, sandboxRestartMs + 5_000, sandboxActionMs + 5_000]) await later(gateway, ms);
    return actionOf(gateway, as, body.id);
  };
  const restart = await ended({ kind: 'restart' });
  await online(false);
  const install = await ended({ kind: 'install', app: 'sandbox-notes' });
  assert.equal([...countsOf(restart), ...countsOf(install)], [0, 0, 1, 0, 0, 0, 0, 1]);
  const retry = ({ id }: PhoneAction) => gateway.send(retryPhoneAction, { id, requestKey: randomUUID() }, as);
  assert.match((await retry(restart)).message, 'nothing to retry');
  await online(true);
  assert.equal(countsOf((await retry(install)).body), [1, 0, 0, 0]);
  assert.equal(countsOf(await actionOf(gateway, as, restart.id)), [0, 0, 1, 0]);
});

test('the provider is asked about a phone every few seconds at first, and later four times a minute', async ({
  gateway,
  as,
  member,
}) => {
  const ids = await addPhones(gateway, member);
  await start(gateway, as, { kind: 'install', app: 'sandbox-notes', ids });
  let asked = 0;
  const busy = {
    ...sandboxProvider,
    async act(actions: readonly { machine: string }[]) {
      if (actions.some(({ machine }) => machine === ids[0])) asked++;
      return [];
    },
  };
  const askedAfter = async (ms: number) => {
    gateway.clock.ahead += ms;
    await actOnPhones(gateway, busy);
    return asked;
  };
  assert.equal([await askedAfter(0), await askedAfter(2_500), await askedAfter(2_500)], [1, 2, 3]);
  assert.equal([await askedAfter(400_000), await askedAfter(10_000), await askedAfter(6_000)], [4, 4, 5]);
});

test('an action waits for a provider that fails, continues, and ends although the provider does not', async ({
  gateway,
  as,
  member,
}) => {
  const ids = await addPhones(gateway, member, { quantity: 2 });
  const { body } = await start(gateway, as, { kind: 'install', app: 'sandbox-notes', ids });
  const requests: string[] = [];
  const away = { ...sandboxProvider, act: () => Promise.reject(new Error('no answer')) };
  assert.is((await actOnPhones(gateway, away)).length, 1);
  const waiting = await actionOf(gateway, as, body.id);
  assert.equal([...countsOf(waiting), waiting.away], [0, 2, 0, 0, true]);

  const half = {
    ...sandboxProvider,
    async act(actions: readonly { id: string }[]) {
      requests.push(...actions.map(({ id }) => id));
      return [{ id: actions[0]!.id, state: 'done' as const }];
    },
  };
  gateway.clock.ahead += 10_000;
  assert.equal(await actOnPhones(gateway, half), []);
  const going = await actionOf(gateway, as, body.id);
  assert.equal([...countsOf(going), going.away], [0, 1, 1, 0, undefined]);
  gateway.clock.ahead += 20_000;
  await actOnPhones(gateway, half);
  assert.is(new Set(requests).size, 2); // each phone is asked about under one id
  await gateway.db.run
    .updateTable('phone_step')
    .set({ state: 'running' })
    .where('action', '=', body.id)
    .execute();
  await gateway.db.run.updateTable('phone_action').set({ away: true }).where('id', '=', body.id).execute();
  gateway.clock.ahead += 600_000;
  const over = await actionOf(gateway, as, body.id);
  assert.equal([...countsOf(over), over.away], [0, 0, 0, 2, undefined], 'nothing waits for the provider');
  assert.equal(Object.values(await stepsOf(gateway, as, body.id)), ['late', 'late']);
});

test('a rent that ends before its turn comes ends the step, and five actions at a time are enough', async ({
  gateway,
  as,
  member,
}) => {
  const ids = await addPhones(gateway, member);
  const { body } = await start(gateway, as, { kind: 'install', app: 'sandbox-notes', ids });
  for (let more = 0; more < 4; more++)
    assert.is((await start(gateway, as, { kind: 'install', app: 'sandbox-notes', ids })).code, '1');
  assert.match((await start(gateway, as, { kind: 'restart', ids })).message, 'still running');
  await gateway.db.run
    .updateTable('device_order')
    .set({ days_left: 0 })
    .where('member', '=', member)
    .execute();
  const asked: unknown[] = [];
  const provider = {
    ...sandboxProvider,
    async act(actions: readonly unknown[]) {
      asked.push(actions);
      return [];
    },
  };
  assert.equal(await actOnPhones(gateway, provider), []);
  assert.equal(asked, [], 'the provider is not asked about no phone');
  assert.equal(await stepsOf(gateway, as, body.id), { [ids[0]!]: 'ended' });
  assert.is((await start(gateway, as, { kind: 'restart', ids })).code, '1');
});

test('a request that is repeated gets its answer, even if the provider does not answer any more', async () => {
  let isAway = false;
  const apps = [{ id: 'notes', name: 'Notes', version: '1.0', size: 1 }];
  const provider = createServer((_, reply) => {
    reply.statusCode = isAway ? 503 : 200;
    reply.end(JSON.stringify({ apps }));
  }).listen(0);
  const { port } = provider.address() as AddressInfo;
  const env = { MACHINES_API_URL: `http://127.0.0.1:${port}`, MACHINES_API_KEY: 'key' };
  const gateway = await openGateway({ env });
  try {
    const { id: member } = await addMember(gateway);
    const as = await gateway.signIn(member);
    const ids = await addPhones(gateway, member);
    const [input, key] = [{ kind: 'install', app: 'notes', ids }, randomUUID()];
    const { code, body } = await start(gateway, as, input, key);
    assert.is(code, '1');
    isAway = true;
    gateway.clock.ahead = 120_000;
    assert.is((await start(gateway, as, input, key)).body.id, body.id);
    assert.match((await start(gateway, as, input)).message, /isn.t answering/);
  } finally {
    await gateway.close();
    provider.close();
  }
});

test('the apps of a provider are asked for once a minute, and again soon after a failure', async () => {
  let [now, asked, fails] = [0, 0, false];
  const { apps } = createOffers(
    {
      ...sandboxProvider,
      async offers() {
        asked++;
        if (fails) throw new Error('no answer');
        return { apps: [] };
      },
    },
    () => now,
    () => {},
  );
  await Promise.all([apps(), apps()]);
  assert.is(asked, 1);
  [now, fails] = [60_000, true];
  assert.equal([await apps(), await apps(), asked], [undefined, undefined, 2]);
  [now, fails] = [68_000, false];
  assert.equal([await apps(), asked], [[], 3]);
});

test.run();
