import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addTiktok } from '../../src/contract/video/accounts';
import { platformOverHttp } from '../../src/server/accounts/platform-http';
import { providerOverHttp as machinesOverHttp } from '../../src/server/devices/provider-http';
import { providerOverHttp as shopOverHttp } from '../../src/server/goods/provider-http';
import { drawStill } from '../../src/server/pictures/still';
import { answering } from './support/answering';
import { addMember } from './support/member';
import { openGateway } from './support/open';
import { production } from './support/production';

const test = suite('protocols of providers');

/** A file that is sent to a phone. */
const file = 'docs/providers.md';
const text = readFileSync(file, 'utf8');
/** The example of that name, as docs/providers.md has it. */
const example = (name: string): any =>
  JSON.parse(new RegExp(`\`\`\`json ${name}\\n([^\`]*)\`\`\``).exec(text)?.[1] ?? 'null');
/** The response of a provider that follows the document. */
const answers: [RegExp, string][] = [
  [/^GET \/accounts\/[^/?]+$/, 'account'],
  [/^GET \/accounts\/[^/]+\/visits\?since=\d+&until=\d+$/, 'visits'],
  [/^POST \/shops\/find$/, 'shop'],
  [/^GET \/events\?after=\d+&limit=\d+$/, 'events'],
  [/^POST \/machines\/sync$/, 'machines'],
  [/^POST \/machines\/screenshots$/, 'screenshots'],
  [/^POST \/machines\/stream$/, 'stream'],
  [/^POST \/machines\/offers$/, 'offers'],
  [/^POST \/machines\/actions$/, 'actions'],
  [/^POST \/machines\/file$/, 'file'],
];

test('a provider that is written by the document is understood by the gateway', async () => {
  const server = createServer((request, response) => {
    const [, name = ''] = answers.find(([asked]) => asked.test(`${request.method} ${request.url}`)) ?? [];
    const known = name && request.headers.authorization === 'Bearer key';
    response.writeHead(known ? 200 : 500).end(JSON.stringify(name && example(name)));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const provider = { api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'key' };
  const [platform, shop] = [platformOverHttp(provider), shopOverHttp(provider)];
  assert.equal(await platform.find('mia.sells'), example('account'));
  assert.equal(await platform.visits('mia.sells', 1, 2), example('visits').visits);
  assert.equal(await shop.find('S-1001', '246810'), example('shop'));
  const events = await shop.events(40, 100);
  assert.equal(
    events.map(({ at, ...event }) => ({ ...event, at: at.getTime() })),
    example('events').events,
  );
  const machines = machinesOverHttp(provider);
  assert.equal(await machines.sync([], 0), example('machines').machines);
  const screens = [...(await machines.screenshots([], 108, 0))];
  assert.equal(
    screens.map(([id, picture]) => ({ id, image: picture.toString('base64') })),
    example('screenshots').screenshots,
  );
  assert.is(await machines.stream?.('m', 600_000), example('stream').url);
  assert.equal(await machines.offers(), example('offers'));
  assert.equal(await machines.act([], 0), example('actions').actions);
  const sent = { id: 'd', name: 'a.pdf', type: 'application/pdf', at: file };
  assert.equal(await machines.push?.('m', sent), example('file'));
  assert.ok(await drawStill(screens[0]![1], { width: 108, height: 240, most: 6 * 1024 }));
  server.close();
  server.closeAllConnections();
});

/** Wrong responses in the form of the document: each differs in one value from an accepted one. */
const x = (length: number) => 'x'.repeat(length);
const account = { account: 'a', nickname: 'n', coins: 0, signedIn: true };
const visit = { id: 'v', at: 0, amount: 0, grabbed: true, liveRoom: 'l', streamer: 's' };
const good = { number: 'g', name: 'n', description: '', price: 1, stock: 0 };
const shop = { name: 's', introduction: '', goods: [good] };
const sale = { seq: 0, at: 0, kind: 'sale', goods: 'g', number: 'n', quantity: 0 };
/** In base64; a group of four characters is of three bytes. */
const jpeg = (bytes: number) => Buffer.concat([Buffer.from('ffd8ff', 'hex')], bytes).toString('base64');
const machine = { id: 'm', state: 'online', task: { id: 't', progress: 0 } };
const app = { id: 'a', name: 'n', version: '1', size: 1 };
type Providers = Awaited<ReturnType<typeof asking>>;
const bounds: Record<
  string,
  { ask: (the: Providers) => Promise<unknown>; takes: object[]; refuses: object[] }
> = {
  'an account of short videos': {
    ask: ({ platform }) => platform.find('a'),
    takes: [
      account,
      { ...account, account: x(200), nickname: x(200), coins: Number.MAX_SAFE_INTEGER },
      { ...account, avatar: `https://${x(492)}` },
    ],
    refuses: [
      { ...account, account: x(201) },
      { ...account, nickname: x(201) },
      { ...account, coins: -1 },
      { ...account, coins: 0.5 },
      { ...account, coins: 2 ** 53 },
      { ...account, signedIn: 1 },
      { ...account, avatar: 'http://a.example/a.png' },
      { ...account, avatar: 'javascript:https://' },
      { ...account, avatar: `https://${x(493)}` },
    ],
  },
  'visits to live rooms': {
    ask: ({ platform }) => platform.visits('a', 0, 1),
    takes: [{ visits: [] }, { visits: Array.from({ length: 5000 }, () => visit) }],
    refuses: [
      { visits: Array.from({ length: 5001 }, () => visit) },
      { visits: [{ ...visit, id: x(201) }] },
      { visits: [{ ...visit, at: -1 }] },
      { visits: [{ ...visit, amount: 0.5 }] },
    ],
  },
  'a shop': {
    ask: ({ shop }) => shop.find('S', '1'),
    takes: [
      shop,
      { name: x(30), introduction: x(300), goods: [] },
      { ...shop, goods: [{ number: x(64), name: x(60), description: x(2000), price: 1, stock: 0 }] },
      { ...shop, goods: Array.from({ length: 5000 }, () => good) },
    ],
    refuses: [
      { ...shop, name: x(31) },
      { ...shop, introduction: x(301) },
      { ...shop, goods: [{ ...good, number: x(65) }] },
      { ...shop, goods: [{ ...good, name: x(61) }] },
      { ...shop, goods: [{ ...good, description: x(2001) }] },
      { ...shop, goods: [{ ...good, price: 0 }] },
      { ...shop, goods: [{ ...good, price: 1.5 }] },
      { ...shop, goods: [{ ...good, stock: -1 }] },
      { ...shop, goods: Array.from({ length: 5001 }, () => good) },
    ],
  },
  'what happened in a shop': {
    ask: ({ shop }) => shop.events(0, 1),
    takes: [{ events: [sale, { seq: 1, at: 0, kind: 'view', goods: x(200), count: 0 }] }],
    refuses: [
      { events: [{ ...sale, seq: -1 }] },
      { events: [{ ...sale, at: 0.5 }] },
      { events: [{ ...sale, goods: x(201) }] },
      { events: [{ ...sale, kind: 'gift' }] },
    ],
  },
  machines: {
    ask: ({ machines }) => machines.sync([], 0),
    takes: [
      { machines: [machine] },
      { machines: [{ id: x(200), state: 'offline', task: { id: x(200), progress: 100 } }] },
    ],
    refuses: [
      { machines: [{ ...machine, id: x(201) }] },
      { machines: [{ ...machine, state: 'broken' }] },
      { machines: [{ ...machine, reason: 'lazy' }] },
      { machines: [{ ...machine, restartable: 'yes' }] },
      { machines: [{ ...machine, screenshots: 1 }] },
      { machines: [{ ...machine, streams: 'live' }] },
      { machines: [{ ...machine, files: 1 }] },
      { machines: [{ ...machine, task: { id: 't', progress: -1 } }] },
      { machines: [{ ...machine, task: { id: 't', progress: 101 } }] },
      { machines: [{ ...machine, task: { id: 't', progress: 0.5 } }] },
    ],
  },
  'pictures of screens': {
    ask: ({ machines }) => machines.screenshots([], 108, 0),
    takes: [
      { screenshots: [] },
      { screenshots: [{ id: x(200), image: '/9j/' }] },
      { screenshots: ['iVBORw0KGgo', 'UklGR'].map((image) => ({ id: 'm', image })) },
      { screenshots: [{ id: 'm', image: jpeg(8 * 2 ** 20) }] },
    ],
    refuses: [
      {},
      { screenshots: [{ id: x(201), image: '/9j/' }] },
      { screenshots: [{ id: 'm', image: 'PHN2Zz4' }] },
      { screenshots: [{ id: 'm', image: jpeg(8 * 2 ** 20 + 2) }] },
    ],
  },
  'apps that can be installed': {
    ask: ({ machines }) => machines.offers(),
    takes: [{ apps: [] }, { apps: [app, { ...app, id: x(64), name: x(200), version: x(40), size: 0 }] }],
    refuses: [
      {},
      { apps: [{ ...app, id: '' }] },
      { apps: [{ ...app, id: x(65) }] },
      { apps: [{ ...app, name: '' }] },
      { apps: [{ ...app, name: x(201) }] },
      { apps: [{ ...app, version: x(41) }] },
      { apps: [{ ...app, size: -1 }] },
      { apps: [{ ...app, size: 0.5 }] },
      { apps: Array.from({ length: 201 }, () => app) },
    ],
  },
  'actions on phones': {
    ask: ({ machines }) => machines.act([], 0),
    takes: [
      { actions: [] },
      { actions: [{ id: x(200), state: 'done' }] },
      { actions: [{ id: 'r', state: 'failed', reason: 'a reason of a later protocol' }] },
    ],
    refuses: [{}, { actions: [{ id: x(201), state: 'done' }] }, { actions: [{ id: 'r', state: 'perhaps' }] }],
  },
  'a file for a phone': {
    ask: async ({ machines }) =>
      machines.push?.('m', { id: 'd', name: 'a.pdf', type: 'application/pdf', at: file }),
    takes: [
      { state: 'done' },
      { state: 'failed', reason: 'space' },
      { state: 'failed', reason: 'a reason of a later protocol' },
    ],
    refuses: [{}, { state: 'running' }],
  },
  'the address of a stream': {
    ask: async ({ machines }) => machines.stream?.('m', 600_000),
    takes: [{ url: 'ws://a/s' }, { url: `wss://a/${x(1991)}` }],
    refuses: [{}, { url: 'https://a/s' }, { url: 'wss:' }, { url: `wss://a/${x(1993)}` }],
  },
};

/** The three providers, who answer what `said.now` is. */
async function asking() {
  const said: { now: object } = { now: {} };
  const server = await answering(() => ({ body: JSON.stringify(said.now) }));
  const provider = { api: server.url, key: 'key' };
  return {
    said,
    close: server.close,
    platform: platformOverHttp(provider),
    shop: shopOverHttp(provider),
    machines: machinesOverHttp(provider),
  };
}

for (const [what, { ask, takes, refuses }] of Object.entries(bounds))
  test(`of ${what} a provider says what fits, and nothing that is out of bounds is believed`, async () => {
    const the = await asking();
    for (const answer of takes) {
      the.said.now = answer;
      await ask(the);
    }
    for (const answer of refuses) {
      the.said.now = answer;
      const outcome = await ask(the).then(
        () => 'believed',
        (error: Error) => error.name,
      );
      assert.is(outcome, 'ValiError', JSON.stringify(answer).slice(0, 200));
    }
    await the.close();
  });

/** A gateway whose member links an account, and reads the message if it is refused. */
async function linking(env: Record<string, string>) {
  const gateway = await openGateway({ env });
  const as = await gateway.signIn((await addMember(gateway)).id);
  return {
    close: gateway.close,
    async link() {
      const input = { account: 'mia.sells', requestKey: randomUUID() };
      const { code, message } = await gateway.send(addTiktok, input, as);
      return code === '1' ? 'linked' : message;
    },
  };
}

test('a member links no account while the platform answers with an error, whatever it says besides', async () => {
  let status = 500;
  const body = JSON.stringify({ ...account, account: 'mia.sells' });
  const platform = await answering(() => ({ status, body }));
  const { link, close } = await linking({ SHORT_VIDEO_API_URL: platform.url, SHORT_VIDEO_API_KEY: 'key' });
  for (status of [400, 401, 500, 503]) assert.match(await link(), "platform isn't responding", `${status}`);
  status = 404;
  assert.not.match(await link(), /responding|linked/);
  status = 200;
  assert.is(await link(), 'linked');
  await close();
  await platform.close();
});

test('a member who links an account where there is no platform reads that it cannot be done', async () => {
  const { link, close } = await linking(production);
  assert.is(await link(), "Short-video accounts can't be linked right now");
  await close();
});

test.run();
