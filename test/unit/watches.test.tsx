import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openScreen } from '../../src/contract/buying/screens';
import {
  answerWatch,
  currentWatch,
  endWatch,
  listWatches,
  type Watch,
} from '../../src/contract/buying/watches';
import * as devices from '../../src/features/devices/routes';
import { reply, visit } from '../support/visit';

const asked: Watch = {
  id: 'w1',
  machine: 'm1',
  name: 'Tea',
  site: 'Shop',
  person: 'Ann',
  reason: 'The <b>game</b> does not start',
  minutes: 10,
  state: 'asked',
  askedAt: '2026-11-26T10:00:00Z',
  until: '2026-11-26T10:05:00Z',
};
const running: Watch = { ...asked, state: 'watching', answeredAt: asked.askedAt, beganAt: asked.askedAt };
const over: Watch = {
  ...running,
  id: 'w2',
  state: 'ended',
  endedAt: '2026-11-26T10:04:00Z',
  endedBy: 'member',
};
const screenOf = reply(openScreen, { name: 'Tea', serialNumber: 'CP1', url: '/screens?ticket=t' });

test('a member reads who asks for what and what they would see, and a tap answers no or yes', async () => {
  for (const [button, allow] of [
    ['Decline', false],
    ['Allow for 10 minutes', true],
  ] as const) {
    let now: Watch[] = [asked];
    const screen = await visit(devices.watches, {}, [
      reply(listWatches, () => ({ items: now })),
      reply(answerWatch, () => {
        now = allow ? [running] : [{ ...over, state: 'declined' }];
        return now[0]!;
      }),
    ]);
    await screen.sees('Ann of Shop asks to watch Tea');
    for (const words of ['The <b>game</b> does not start', 'can only watch', 'nobody sees anything'])
      assert.ok(screen.text().includes(words), words);
    await screen.tap(button);
    await screen.sees(allow ? 'Ann of Shop is watching Tea' : 'declined');
    assert.equal(screen.asked(answerWatch), [{ id: 'w1', allow }]);
    screen.close();
  }
});

test('a member without a question reads that nobody has asked, and one of before how it went', async () => {
  const none = await visit(devices.watches, {}, [reply(listWatches, { items: [] })]);
  await none.sees('Nobody has asked to watch your cloud phones.');
  none.close();
  const screen = await visit(devices.watches, {}, [reply(listWatches, { items: [over] })]);
  await screen.sees('Ann · Shop');
  await screen.sees('ended by you');
  screen.close();
});

test('above the screen of a cloud phone a member reads who watches it, and ends that', async () => {
  let watch: Watch | undefined = running;
  const screen = await visit(devices.screen, { id: 'm1' }, [
    screenOf,
    reply(currentWatch, () => (watch ? { watch } : {})),
    reply(endWatch, () => {
      watch = undefined;
      return over;
    }),
  ]);
  await screen.sees('Ann of Shop is watching Tea');
  await screen.tap('End now');
  await screen.losesSight('is watching');
  assert.equal(screen.asked(endWatch), [{ id: 'w1' }]);
  screen.close();
});

test('in a partner’s page nobody is named and nothing is ended: a link leads to our page', async () => {
  for (const [state, words, link] of [
    ['asked', 'asks to watch this cloud phone', 'Read and answer'],
    ['watching', 'is watching this cloud phone', 'See who, and end it'],
  ] as const) {
    const bare: Watch = { ...asked, state, name: '', site: '', person: '', reason: '' };
    const platform = { guest: true } as const;
    const replies = [screenOf, reply(currentWatch, { watch: bare })];
    const screen = await visit(devices.screen, { id: 'm1' }, replies, { platform });
    await screen.sees(words);
    const links = [...screen.body.querySelectorAll('a')].map((one) => [
      one.textContent,
      one.getAttribute('href'),
    ]);
    assert.equal(links, [[link, '#/pages/list/watches']]);
    assert.is(screen.body.querySelectorAll('button').length, 0);
    screen.close();
  }
});

test.run();
