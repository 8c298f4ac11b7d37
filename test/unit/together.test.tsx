import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { listDevices, listFleet } from '../../src/contract/buying/devices';
import { getOffers } from '../../src/contract/buying/phone-actions';
import { type OpenedTogether, openTogether } from '../../src/contract/buying/screens';
import * as devices from '../../src/features/devices/routes';
import { Chunk, Decoder, openStreams } from '../support/live';
import { reply, visit } from '../support/visit';

const followers: OpenedTogether['followers'] = [
  { id: 'b', name: 'Coffee' },
  { id: 'c', name: 'Cocoa', lack: 'offline' },
  { id: 'x', lack: 'missing' },
];
/** The screen, in an engine that can show live pictures or not. */
async function look(answer: (asked: number) => OpenedTogether, { engine = true, lead = '' } = {}) {
  Object.assign(globalThis, { WebSocket, VideoDecoder: Decoder, EncodedVideoChunk: Chunk });
  let asked = 0;
  return visit(devices.together, { ids: 'a,b,c,x', ...(lead && { lead }) }, [
    reply(openTogether, () => {
      if (engine) (document.defaultView as any).VideoDecoder = Decoder;
      return answer(asked++);
    }),
  ]);
}

test('a member controls one cloud phone live, and sees which others do the same and why some do not', async () => {
  const streams = await openStreams();
  const leader = { id: 'a', name: 'Tea', live: streams.url };
  const screen = await look(() => ({ leader, followers, sandbox: true }));
  await screen.until('the picture', () => screen.body.querySelector('[role=application]'));
  assert.equal(screen.asked(openTogether), [{ ids: ['a', 'b', 'c', 'x'] }]);
  await screen.sees('Test mode');
  await screen.sees('0 other cloud phones do the same');
  await screen.sees('CoffeeConnecting…');
  await screen.sees('CocoaIt is offline.');
  await screen.sees("Unknown cloud phoneYou don't have this cloud phone.");
  streams.page().send(JSON.stringify({ followers: { count: 1, without: [] } }));
  await screen.sees('1 other cloud phone does the same');
  await screen.sees('CoffeebFollows');
  streams.page().send(JSON.stringify({ followers: { count: 0, without: [{ id: 'b', why: 'taken' }] } }));
  await screen.sees('CoffeeIts screen is now shown in another place.Not following');
  const links = [...screen.body.querySelectorAll('a')].map((one) => one.getAttribute('href'));
  assert.equal(links, ['#/pages/list/together?ids=a%2Cb%2Cc%2Cx&lead=b'], 'to look at that one');
  screen.close();
  await streams.close();
});

test('after a loss the same cloud phones are asked for again', async () => {
  const streams = await openStreams();
  const leader = { id: 'b', name: 'Coffee', live: streams.url };
  const screen = await look(() => ({ leader, followers: [] }), { lead: 'b' });
  await screen.until('the picture', () => screen.body.querySelector('[role=application]'));
  streams.page().terminate();
  await screen.until('the second page', () => streams.pages.length === 2);
  assert.equal(screen.asked(openTogether).at(-1), { ids: ['a', 'b', 'c', 'x'], lead: 'b' });
  screen.close();
  await streams.close();
});

test('without a live picture a member reads why, and can go back or try again', async () => {
  const nobody = await look(() => ({ followers }));
  await nobody.sees('None of these cloud phones can be seen live now.');
  assert.ok(nobody.body.querySelector('a[href="#/pages/list/equList"]'));
  nobody.close();

  const streams = await openStreams();
  const leader = { id: 'a', name: 'Tea', live: streams.url };
  const old = await look(() => ({ leader, followers: [{ id: 'b', name: 'Coffee' }] }), { engine: false });
  await old.sees("This browser can't show live screens");
  assert.not.match(old.text(), /Connecting|do the same/);
  assert.is(streams.pages.length, 0);
  old.close();

  const screen = await look(() => ({ leader, followers: [] }));
  await screen.until('the picture', () => screen.body.querySelector('[role=application]'));
  streams.page().close(4002);
  await screen.sees("The live screen isn't available now.");
  await screen.tap('Show it live');
  await screen.until('the picture again', () => screen.body.querySelector('[role=application]'));
  screen.close();
  await streams.close();
});

test('cloud phones are chosen in the list, at least two and at most 21', async () => {
  const phone = (id: string) => ({
    id,
    name: `Phone ${id}`,
    serialNumber: 'CP1',
    online: true,
    state: 'working' as const,
    daysLeft: 9,
  });
  const items = Array.from({ length: 22 }, (_, at) => phone(String.fromCharCode(97 + at)));
  const screen = await visit(devices.machines, {}, [
    reply(listFleet, { items } as never),
    reply(listDevices, { items: [], summary: { total: 22 } } as never),
    reply(getOffers, { apps: [] }),
  ]);
  await screen.tap('Choose cloud phones');
  const check = async (name: string) => {
    const box = await screen.until(name, () =>
      [...screen.body.querySelectorAll('input')].find((one) => one.getAttribute('aria-label') === name),
    );
    box.click();
  };
  await check('Phone a');
  await screen.sees('1 chosen');
  await screen.tap('Control together');
  await screen.sees('Choose 2 to 21 cloud phones');
  await check('Phone c');
  await screen.sees('2 chosen');
  await screen.tap('Control together');
  assert.is(screen.at(), '/pages/list/together?ids=a%2Cc');
  screen.close();
});

test.run();
