import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SignedIn, UserInfo } from '../../../src/contract/auth';
import { listDevices } from '../../../src/contract/devices';
import { createQueries } from '../../../src/core/data/query';
import { createSession } from '../../../src/core/session/session';
import type { Platform } from '../../../src/platform/platform';
import { memoryStore } from '../../../src/platform/store';
import { createApp } from '../ui/open';

const who: SignedIn = { token: 't1', userInfo: { userId: 'u1', examineState: 1 } as UserInfo };
const phone = () => ({ local: memoryStore(), tab: memoryStore() }) as unknown as Platform;

test('what is kept on the phone has the names of the specification, and goes when the member signs out', async () => {
  const platform = phone();
  const { local, tab } = platform;
  const session = createSession(platform);
  session.signIn(who);
  session.setUnread(7);
  assert.equal(JSON.parse(tab.get('session') ?? ''), who, 'session storage: session');
  assert.is(local.get('userId'), 'u1');
  assert.is(local.get('unreadCount'), '7');
  assert.is(createSession(platform).unread.peek(), 7, 'also after a reload');
  session.signOut();
  for (const key of ['session', 'userId', 'unreadCount']) assert.is(local.get(key), undefined, key);
  assert.is(tab.get('session'), undefined);

  const flagged = phone();
  assert.is(createSession(flagged).isUseLoginJump, false);
  flagged.local.set('jump', '1');
  assert.is(createSession(flagged).isUseLoginJump, true);
});

test('the state of the app is one of token, member, loads under way, jump flag and lists', async () => {
  const app = await createApp(async () => ({ res_code: '500', message: '' }));
  app.session.signIn(who);
  assert.is(app.session.token.peek(), 't1');
  assert.is(app.session.userInfo.peek()?.examineState, 1);
  assert.is(app.session.isUseLoginJump, false);
  const [one, two] = [app.loading.start('now'), app.loading.start('now')];
  one();
  assert.is(app.loading.visible.peek(), true, 'one of two is still under way');
  two();
  assert.is(app.loading.visible.peek(), false);
  const queries = createQueries();
  queries.entry(listDevices, {}).state.value = { value: 1, busy: false };
  assert.is(queries.entry(listDevices, {}).state.peek().value, 1, 'a list is known again');
  queries.clear();
  assert.is(queries.entry(listDevices, {}).state.peek().value, undefined);
});

test.run();
