import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listDevices, listFleet } from '../../src/contract/buying/devices';
import {
  getOffers,
  getPhoneAction,
  listPhoneActions,
  listPhoneSteps,
  type PhoneAction,
  retryPhoneAction,
  startPhoneAction,
} from '../../src/contract/buying/phone-actions';
import { openScreen } from '../../src/contract/buying/screens';
import * as devices from '../../src/features/devices/routes';
import { reply, visit } from '../support/visit';

const fleet = { working: 2, idle: 0, expiring: 0, offline: 1 };
const summary = { online: 2, total: 3, ...fleet, rentToday: 0, rentTotal: 0 };
const phone = (id: string, online = true) => ({
  id,
  name: `Phone ${id}`,
  serialNumber: 'CP1',
  state: online ? ('online' as const) : ('offline' as const),
  online,
  remainingDays: 30,
});
const action: PhoneAction = {
  id: 'a1',
  kind: 'install',
  subject: 'Player 2.1',
  at: '2026-11-26T10:00:00.000Z',
  total: 3,
  waiting: 1,
  running: 1,
  done: 0,
  failed: 1,
};
const player = { id: 'player', name: 'Player', version: '2.1', size: 48_200_000 };
const chooses = [
  reply(listDevices, { items: [], summary }),
  reply(listFleet, { items: [phone('a'), phone('b'), phone('c', false)] }),
];

type Screen = Awaited<ReturnType<typeof visit>>;
/** Ticks the box that is called so. */
async function tick(screen: Screen, called: string): Promise<void> {
  const box = await screen.until(`a box called "${called}"`, () =>
    [...screen.body.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].find(
      (one) => (one.getAttribute('aria-label') ?? one.parentElement?.textContent) === called,
    ),
  );
  box.click();
}
const leadsTo = (screen: Screen, place: string) => screen.until(place, () => screen.at() === place);

test('a member chooses all cloud phones but one, and restarts them after a question', async () => {
  const screen = await visit(devices.machines, {}, [
    ...chooses,
    reply(getOffers, { apps: [] }),
    reply(startPhoneAction, action),
  ]);
  await screen.sees('Phone a');
  await screen.tap('Choose cloud phones');
  await screen.sees('All (3)');
  assert.not.ok(screen.body.textContent?.includes('Install an app'));
  await tick(screen, 'All (3)');
  await tick(screen, 'Phone c');
  await screen.sees('2 chosen');
  await screen.tap('Restart');
  await screen.sees('Restart 2 cloud phones?');
  assert.equal(screen.asked(startPhoneAction), []);
  await screen.tap('Restart');
  await leadsTo(screen, '/pages/list/phoneActions?id=a1');
  const [{ requestKey, ...input }] = screen.asked(startPhoneAction) as [{ requestKey: string }];
  assert.ok(requestKey);
  assert.equal(input, { kind: 'restart', match: { except: ['c'], count: 2 } });
  screen.close();
});

test('a member takes back one choice, and then the choice of all', async () => {
  const screen = await visit(devices.machines, {}, [
    ...chooses,
    reply(getOffers, { apps: [] }),
    reply(startPhoneAction, action),
  ]);
  await screen.sees('Phone a');
  await screen.tap('Choose cloud phones');
  for (const [box, chosen] of [
    ['All (3)', 3],
    ['Phone c', 2],
    ['All (3)', 3],
    ['All (3)', 0],
    ['Phone a', 1],
    ['Phone b', 2],
    ['Phone a', 1],
  ] as const) {
    await tick(screen, box);
    await screen.sees(`${chosen} chosen`);
  }
  await screen.tap('Restart');
  await screen.sees('Restart 1 cloud phone?');
  await screen.tap('Restart');
  await leadsTo(screen, '/pages/list/phoneActions?id=a1');
  const [{ requestKey: _, ...input }] = screen.asked(startPhoneAction) as [{ requestKey: string }];
  assert.equal(input, { kind: 'restart', ids: ['b'] });
  screen.close();
});

test('a member installs an app of the provider on the phones that they choose', async () => {
  const screen = await visit(devices.machines, {}, [
    ...chooses,
    reply(getOffers, { apps: [player] }),
    reply(startPhoneAction, action),
  ]);
  await screen.sees('Phone a');
  await screen.tap('Choose cloud phones');
  await screen.sees('Install an app');
  await tick(screen, 'Phone b');
  await screen.tap('Install an app');
  await screen.sees('2.1 · 49 MB');
  await screen.tap('Player2.1 · 49 MB');
  await screen.sees('Install Player on 1 cloud phone?');
  await screen.tap('Install an app');
  await leadsTo(screen, '/pages/list/phoneActions?id=a1');
  const [{ requestKey, ...input }] = screen.asked(startPhoneAction) as [{ requestKey: string }];
  assert.ok(requestKey);
  assert.equal(input, { kind: 'install', ids: ['b'], app: 'player' });
  screen.close();
});

test('a member saves the picture of a screen, and installs an app on that phone', async () => {
  const saved: [string, string][] = [];
  let isThere = false;
  const screen = await visit(
    devices.screen,
    { id: 'm1' },
    [
      reply(openScreen, { name: 'Tea', serialNumber: 'CP1', url: '/screens?ticket=t' }),
      reply(getOffers, { apps: [player] }),
      reply(startPhoneAction, action),
    ],
    {
      open: async () => (isThere ? new Response(new Blob(['picture'])) : new Response(null, { status: 204 })),
      platform: { saveFile: async (file, name) => void saved.push([name, await file.text()]) },
    },
  );
  await screen.tap('Save picture');
  await screen.sees('The picture could not be saved.');
  isThere = true;
  await screen.tap('Save picture');
  await screen.sees('Picture saved');
  assert.equal(saved, [['Tea.jpg', 'picture']]);
  await screen.tap('Install an app');
  await screen.tap('Player2.1 · 49 MB');
  await screen.sees('Install Player on 1 cloud phone?');
  await screen.tap('Install an app');
  await leadsTo(screen, '/pages/list/phoneActions?id=a1');
  const [{ requestKey, ...input }] = screen.asked(startPhoneAction) as [{ requestKey: string }];
  assert.ok(requestKey);
  assert.equal(input, { kind: 'install', ids: ['m1'], app: 'player' });
  screen.close();
});

/** Reads a picture as engines do; Node has no reader. */
class FileReader {
  result = '';
  onload?: () => void;
  readAsDataURL(file: Blob) {
    void file.arrayBuffer().then((bytes) => {
      this.result = `data:${file.type};base64,${Buffer.from(bytes).toString('base64')}`;
      this.onload?.();
    });
  }
}

test('in WeChat the picture of a screen goes to the album; a page that can save nothing offers nothing', async () => {
  const album: string[] = [];
  const replies = [
    reply(openScreen, { name: 'Tea', serialNumber: 'CP1', url: '/screens?ticket=t' }),
    reply(getOffers, { apps: [] }),
  ];
  const open = async () => new Response(new Blob(['picture'], { type: 'image/jpeg' }));
  const platform = {
    savePicture: async (picture: string) => {
      album.push(picture);
      return true;
    },
  };
  Object.assign(globalThis, { FileReader });
  const screen = await visit(devices.screen, { id: 'm1' }, replies, { open, platform });
  await screen.tap('Save picture');
  await screen.sees('Picture saved');
  assert.equal(album, [`data:image/jpeg;base64,${btoa('picture')}`]);
  screen.close();

  const bare = await visit(devices.screen, { id: 'm1' }, replies, { open });
  await bare.until('the apps of the provider', () => bare.asked(getOffers).length);
  assert.not(bare.text().includes('Save picture'));
  bare.close();
});

test('the progress of an action renews itself, and failed phones are tried again', async () => {
  let now = action;
  const screen = await visit(devices.actions, { id: 'a1' }, [
    reply(getPhoneAction, () => now),
    reply(listPhoneSteps, () => ({
      items: [
        { id: 'a', name: 'Phone a', state: 'failed' as const, reason: 'space' as const },
        { id: 'x', state: 'failed' as const, reason: 'missing' as const },
        { id: 'b', name: 'Phone b', state: now === action ? ('running' as const) : ('done' as const) },
      ],
    })),
    reply(retryPhoneAction, action),
  ]);
  await screen.sees('1 of 3 finished');
  await screen.sees('It has too little room.');
  await screen.sees('Unknown cloud phone');
  assert.not.ok(screen.body.textContent?.includes('Try the failed ones again'));
  now = { ...action, waiting: 0, running: 0, done: 1, failed: 2 };
  await screen.sees('3 of 3 finished');
  await screen.tap('Try the failed ones again');
  await screen.sees('Trying again');
  assert.is(screen.asked(retryPhoneAction).length, 1);
  screen.close();
});

test('earlier actions lead to their results', async () => {
  const screen = await visit(devices.actions, {}, [reply(listPhoneActions, { items: [action] })]);
  await screen.sees('Install Player 2.1');
  await screen.sees('Waiting 1 · Running 1 · Failed 1');
  assert.ok(screen.body.querySelector('a[href="#/pages/list/phoneActions?id=a1"]'));
  screen.close();
});

test('a provider that is away is named, and so is a sandbox', async () => {
  const screen = await visit(devices.actions, { id: 'a1' }, [
    reply(getPhoneAction, { ...action, away: true as const, sandbox: true as const }),
    reply(listPhoneSteps, { items: [] }),
  ]);
  await screen.sees("The provider isn't answering.");
  await screen.sees('Test mode');
  screen.close();
});

test('without actions the list leads to the cloud phones', async () => {
  const screen = await visit(devices.actions, {}, [reply(listPhoneActions, { items: [] })]);
  await screen.sees('To the cloud phones');
  assert.ok(screen.body.querySelector('a[href="#/pages/list/equList"]'));
  screen.close();
});

test.run();
