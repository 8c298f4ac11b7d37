import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { getDevice, listMachines, type Machine, taskStat } from '../../src/contract/buying/devices';
import { listThumbnails, type OpenedScreen, openScreen } from '../../src/contract/buying/screens';
import type { App } from '../../src/core/app';
import { Failure } from '../../src/core/http/failure';
import * as devices from '../../src/features/devices/routes';
import { Refusal, reply, visit } from '../support/visit';

const phone: OpenedScreen = {
  name: 'Tea',
  serialNumber: 'CP1',
  url: '/screens?ticket=t',
  task: { name: 'Watch live room', state: 1, progress: 40 },
};
/** Responses to requests for pictures, one after the other, the last one again and again; and what was asked for. */
function pictures(...answers: (() => Response)[]) {
  const asked: { url: string; tag: string | undefined }[] = [];
  const open: App['open'] = async (url, { headers } = {}) => {
    asked.push({ url, tag: headers?.['If-None-Match'] });
    return (answers[Math.min(asked.length, answers.length) - 1] ?? answers[0]!)();
  };
  return { asked, open };
}
const picture = (tag: string) => () => new Response(new Blob([tag]), { status: 200, headers: { etag: tag } });
const status = (code: number) => () => new Response(null, { status: code });
const lost = () => {
  throw new Failure('offline');
};
const look = (opened: Parameters<typeof reply>[1], open: App['open']) =>
  visit(devices.screen, { id: 'm1' }, [reply(openScreen, opened as OpenedScreen)], { open });

test('a member sees the screen of a cloud phone, its task, and a newer picture after it', async () => {
  const { asked, open } = pictures(picture('"a"'), status(304), picture('"b"'));
  const screen = await look(phone, open);
  const image = () => screen.body.querySelector<HTMLImageElement>('img[alt="Screen of Tea"]');
  const first = await screen.until('the picture', () => image()?.src);
  await screen.sees('Watch live room · 40%');
  await screen.sees('A new picture every second');
  assert.not(screen.text().includes('Test mode'));
  await screen.until('the next picture', () => image()?.src !== first);
  assert.equal(asked.slice(0, 3), [
    { url: 'http://app.test/screens?ticket=t', tag: undefined },
    { url: 'http://app.test/screens?ticket=t', tag: '"a"' },
    { url: 'http://app.test/screens?ticket=t', tag: '"a"' },
  ]);
  screen.close();
  const count = asked.length;
  await new Promise((turn) => setTimeout(turn, 1100));
  assert.is(asked.length, count, 'nothing is asked once it is closed');
});

test('the last picture stays, dimmed, while the provider does not answer or the line is lost', async () => {
  for (const [trouble, words] of [
    [status(204), "Its provider isn't answering."],
    [lost, 'The network is not strong'],
  ] as const) {
    const { open } = pictures(picture('"a"'), trouble);
    const screen = await look({ ...phone, sandbox: true }, open);
    await screen.sees('Test mode');
    await screen.sees(words);
    assert.ok(screen.body.querySelector('img[data-late]'));
    await screen.sees('This picture is from ');
    assert.not(screen.text().includes('A new picture every second'));
    assert.ok(screen.body.querySelector('[role=status]'));
    screen.close();
  }
});

test('an address that is no longer valid is replaced without a word', async () => {
  const { asked, open } = pictures(status(404), picture('"a"'));
  const screen = await look(phone, open);
  await screen.until('a picture', () => screen.body.querySelector('img[alt="Screen of Tea"]'));
  assert.is(screen.asked(openScreen).length, 2);
  assert.is(asked.length, 2);
  screen.close();
});

test('a screen that cannot be seen says why, and what helps', async () => {
  const { url: _, ...closed } = phone;
  const { asked, open } = pictures(picture('"a"'));
  const cases = [
    [{ ...closed, lack: 'ended' }, 'Its days have ended.'],
    [{ ...closed, lack: 'offline', why: 'maintenance' }, 'Its provider is maintaining it.'],
    [{ ...closed, lack: 'offline', why: 'network' }, 'It comes back by itself'],
    [{ ...closed, lack: 'none' }, "doesn't show its screen"],
    [new Refusal('Cloud phone not found'), 'Cloud phone not found'],
  ] as const;
  for (const [opened, words] of cases) {
    const screen = await look(opened, open);
    await screen.sees(words);
    assert.not(screen.body.querySelector('img'));
    if (words.startsWith('Its days'))
      assert.ok(screen.body.querySelector('a[href="#/pages/mine/repurchase"]'));
    screen.close();
  }
  assert.is(asked.length, 0);
});

test('a cloud phone that comes back online is seen without a press', async () => {
  const { url: _, ...closed } = phone;
  const { open } = pictures(picture('"a"'));
  let show = () => {};
  let isBack = false;
  const screen = await visit(
    devices.screen,
    { id: 'm1' },
    [reply(openScreen, () => (isBack ? phone : { ...closed, lack: 'offline', why: 'starting' }))],
    {
      open,
      platform: {
        onShow: (shown) => {
          show = shown;
          return () => {};
        },
      },
    },
  );
  await screen.sees('Starting.');
  isBack = true;
  show();
  await screen.until('the picture', () => screen.body.querySelector('img[alt="Screen of Tea"]'));
  screen.close();
});

const device = {
  serialNumber: 'CP1',
  name: 'Studio',
  picture: '/product-pictures/studio-1.svg',
  state: 'online' as const,
  online: 2,
  total: 3,
  orderTime: '2026-11-02T09:00:00.000Z',
  quantity: 3,
  remainingRent: 1_00,
  remainingDays: 300,
  running: 0,
};
const machine = (id: string, more: Partial<Machine> = {}): Machine => ({
  id,
  name: `Phone ${id}`,
  state: 'online',
  online: true,
  ...more,
});
const list = (items: Machine[]) => [
  reply(getDevice, device),
  reply(taskStat, { waiting: 0, running: 0, paused: 0, finished: 0 }),
  reply(listMachines, { items }),
];

test('a list asks once for the thumbnails of all cloud phones whose screens can be seen', async () => {
  const screen = await visit(devices.machines, { serialNumber: 'CP1' }, [
    ...list([machine('m1', { screen: true }), machine('m2'), machine('m3', { screen: true })]),
    reply(listThumbnails, ({ machines }) => ({
      items: machines.map(({ id }) => (id === 'm1' ? { id, tag: 'a', image: 'AAAA' } : { id })),
    })),
  ]);
  await screen.until('a thumbnail', () =>
    screen.body.querySelector('img[src="data:image/jpeg;base64,AAAA"]'),
  );
  assert.equal(screen.asked(listThumbnails), [{ machines: [{ id: 'm1' }, { id: 'm3' }] }]);
  const links = [...screen.body.querySelectorAll('a[href^="#/pages/list/screen"]')];
  assert.equal(
    links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')]),
    [
      ['#/pages/list/screen?id=m1', 'Screen of Phone m1'],
      ['#/pages/list/screen?id=m3', 'Screen of Phone m3'],
    ],
  );
  screen.close();
});

test('a partner’s page whose token opens no screens, and a list without screens, ask for no thumbnails', async () => {
  for (const [items, barred] of [
    [[machine('m1', { screen: true })], devices.screen],
    [[machine('m1')], undefined],
  ] as const) {
    const screen = await visit(
      devices.machines,
      { serialNumber: 'CP1' },
      list([...items]),
      barred ? { barred, platform: { guest: true } } : {},
    );
    await screen.sees('Phone m1');
    await new Promise((turn) => setTimeout(turn, 300));
    assert.equal(screen.asked(listThumbnails), []);
    assert.not(screen.body.querySelector('a[href^="#/pages/list/screen"]'));
    screen.close();
  }
});

test('a member who saves data sees no thumbnails, and still gets to a screen', async () => {
  const screen = await visit(
    devices.machines,
    { serialNumber: 'CP1' },
    list([machine('m1', { screen: true })]),
  );
  const { navigator } = screen.body.ownerDocument.defaultView as Window;
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  await screen.until('a link', () => screen.body.querySelector('a[href="#/pages/list/screen?id=m1"] svg'));
  await new Promise((turn) => setTimeout(turn, 300));
  assert.equal(screen.asked(listThumbnails), []);
  screen.close();
});

test.run();
