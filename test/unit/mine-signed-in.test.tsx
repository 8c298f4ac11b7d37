import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type SignedInPlace,
} from '../../src/contract/member/auth';
import { type LinkedPartner, listPartners, unlinkPartner } from '../../src/contract/site/web';
import * as mine from '../../src/features/mine/routes';
import { Refusal, reply, visit } from '../support/visit';

const now = new Date().toISOString();
const place = (id: string, more: Partial<SignedInPlace> = {}): SignedInPlace => ({
  id,
  current: false,
  system: 'iPhone',
  app: 'WeChat',
  address: '203.0.113.*',
  since: now,
  seenAt: now,
  ...more,
});
const shop: LinkedPartner = { id: 'p_shop', name: 'Harbour', reference: 'ann', origins: [], since: now };

function open(
  items = [place('here', { current: true, system: 'Pixel 8' }), place('old')],
  partners = [shop],
) {
  const server = { items, partners };
  const ends = { ended: [] as unknown[] };
  return visit(mine.signedIn, {}, [
    reply(listSessions, () => ({ items: server.items })),
    reply(listPartners, () => ({ items: server.partners })),
    reply(endSession, (input) => {
      ends.ended.push(input.id);
      server.items = server.items.filter(({ id }) => id !== input.id);
      return {};
    }),
    reply(endOtherSessions, () => {
      server.items = server.items.filter(({ current }) => current);
      return {};
    }),
    reply(unlinkPartner, ({ partner }) => {
      server.partners = server.partners.filter(({ id }) => id !== partner);
      return {};
    }),
  ]).then((screen) => Object.assign(screen, ends));
}

test('a member sees each device, which one this is, and ends another after being asked', async () => {
  const screen = await open();
  for (const words of ['Pixel 8 · WeChat', 'This device', '203.0.113.* · just now']) await screen.sees(words);
  await screen.tap('Sign out iPhone · WeChat?');
  await screen.sees('counts as a new device');
  assert.equal(screen.ended, []);
  await screen.tap('Sign out');
  await screen.sees('Signed out');
  assert.equal(screen.ended, ['old']);
  screen.close();
});

test('all others end at once; alone there are none to end', async () => {
  const screen = await open([place('here', { current: true }), place('a'), place('b')]);
  await screen.tap('Sign out all other devices');
  await screen.sees('Sign out 2 other devices?');
  screen.close();
  const alone = await open([place('here', { current: true })]);
  await alone.sees('This device');
  assert.not.match(alone.text(), 'Sign out all');
  alone.close();
});

test('a site is unlinked after being asked; without one the screen says so', async () => {
  const screen = await open();
  await screen.sees('As ann, since');
  await screen.tap('Unlink Harbour?');
  await screen.sees('Its pages can no longer');
  await screen.tap('Unlink');
  await screen.sees('No other site can show anything');
  screen.close();
});

test('a list that does not load can be tried again, and the other one is there', async () => {
  const screen = await visit(mine.signedIn, {}, [
    reply(listSessions, new Refusal('Not now')),
    reply(listPartners, { items: [shop] }),
  ]);
  await screen.sees('Harbour');
  await screen.sees('Not now');
  screen.close();
});

test.run();
