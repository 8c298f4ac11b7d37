import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type SignedInPlace,
} from '../../src/contract/member/auth';
import { type AuthenticatorState, authenticator } from '../../src/contract/member/authenticator';
import { endPasskey, listPasskeys, type Passkey, renamePasskey } from '../../src/contract/member/passkeys';
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
  passkeys: Passkey[] = [],
  app: AuthenticatorState = { recoveryLeft: 0, asksPayPassword: false },
) {
  const server = { items, partners, passkeys };
  const ends = { ended: [] as unknown[], passkeysLeft: () => server.passkeys.length };
  return visit(mine.signedIn, {}, [
    reply(listSessions, () => ({ items: server.items })),
    reply(listPartners, () => ({ items: server.partners })),
    reply(listPasskeys, () => ({ items: server.passkeys, offered: true, asksPayPassword: false })),
    reply(authenticator, () => app),
    reply(renamePasskey, ({ id, name }) => {
      server.passkeys = server.passkeys.map((one) => (one.id === id ? { ...one, name } : one));
      return {};
    }),
    reply(endPasskey, ({ id }) => {
      server.passkeys = server.passkeys.filter((one) => one.id !== id);
      return {};
    }),
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

test('a member renames a passkey, and removes it after being asked', async () => {
  const phone = { id: 'k1', name: 'Old phone', since: now, usedAt: now };
  const screen = await open([place('here', { current: true })], [], [phone]);
  await screen.sees('Last used just now');
  await screen.tap('Old phoneLast used just now');
  const name = screen.body.querySelector('input[name="name"]') as HTMLInputElement;
  name.value = 'Kitchen tablet';
  name.dispatchEvent(new window.Event('input', { bubbles: true }));
  await screen.tap('Save name');
  await screen.sees('Kitchen tablet');
  await screen.tap('Kitchen tabletLast used just now');
  await screen.tap('Remove passkey');
  await screen.sees('It can no longer sign you in');
  assert.is(screen.passkeysLeft(), 1, 'not before they have agreed');
  await screen.tap('Remove');
  await screen.sees('Passkey removed');
  assert.is(screen.passkeysLeft(), 0);
  screen.close();
});

test('a browser without passkeys shows nothing of them, and one with them offers to add one', async () => {
  const before = await open();
  await before.sees('This device');
  await before.sees('Harbour');
  assert.not.match(before.text(), 'Passkeys');
  before.close();
  Object.assign(globalThis, { PublicKeyCredential: () => {} });
  const after = await open();
  await after.sees('Add a passkey');
  assert.ok(document.querySelector('a[href="#/pages/mine/addPasskey"]'));
  after.close();
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
});

test.run();
