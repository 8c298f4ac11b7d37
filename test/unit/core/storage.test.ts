import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listDevices } from '../../../src/contract/buying/devices';
import type { SignedIn, UserInfo } from '../../../src/contract/member/auth';
import type { Platform } from '../../../src/core/platform';
import { createSession } from '../../../src/core/session/session';
import { createState } from '../../../src/core/state';
import { memoryStore } from '../../../src/platform/browser/store';
import { createApp } from '../ui/open';

const who: SignedIn = { token: 't1', userInfo: { userId: 'u1', examineState: 1 } as UserInfo };
const phone = (isOnline = () => true) => {
  const changed: (() => void)[] = [];
  const platform = {
    local: memoryStore(),
    tab: memoryStore(),
    isOnline,
    onOnline: (call: () => void) => changed.push(call),
  } as unknown as Platform;
  return { platform, changed };
};

test('data on the phone has the names of the specification, and is deleted on sign-out', async () => {
  const { platform } = phone();
  const { local, tab } = platform;
  const session = createSession(platform, createState(platform));
  session.signIn(who);
  session.setUnread(7);
  assert.equal(JSON.parse(tab.get('session') ?? ''), who, 'session storage: session');
  assert.is(local.get('userId'), 'u1');
  assert.is(local.get('unreadCount'), '7');
  const again = createState(platform);
  createSession(platform, again);
  assert.is(again.unread.peek(), 7, 'also after a reload');
  session.signOut();
  for (const key of ['session', 'userId', 'unreadCount']) assert.is(local.get(key), undefined, key);
  assert.is(tab.get('session'), undefined);

  assert.is(createState(platform).isUseLoginJump.peek(), false);
  local.set('jump', '1');
  assert.is(createState(platform).isUseLoginJump.peek(), true);
});

test('the state of the app is one of token, member, loads under way, jump flag and lists', async () => {
  const app = await createApp(async () => ({ res_code: '500', message: '' }));
  const { token, userInfo, isUseLoginJump, loadingCount, listData } = app.state;
  const heard: string[] = [];
  token.subscribe((now) => void heard.push(`${now}/${userInfo.peek()?.userId ?? ''}`));
  app.session.signIn(who);
  assert.equal(heard, ['/', 't1/u1'], 'who hears of the token knows whose it is');
  assert.is(userInfo.value?.examineState, 1);
  assert.is(isUseLoginJump.value, false);
  const counts: number[] = [];
  loadingCount.subscribe((count) => void counts.push(count));
  const [one, two] = [app.loading.start('now'), app.loading.start('now')];
  one();
  assert.is(loadingCount.value, 1, 'one of two is still under way');
  two();
  assert.equal(counts, [0, 1, 2, 1, 0]);
  app.queries.entry(listDevices, {}).state.value = { value: 1, busy: false };
  assert.equal(
    [...listData.values()].map(({ call, state }) => [call.path, state.value.value]),
    [[listDevices.path, 1]],
  );
  app.queries.clear();
  assert.is(listData.size, 0);
});

test('two apps on a page have a state each, and each hears when the connection is lost', () => {
  let isOnline = true;
  const { platform, changed } = phone(() => isOnline);
  const [one, other] = [createState(platform), createState(platform)];
  createSession(platform, one).signIn(who);
  assert.is(other.token.value, '');
  isOnline = false;
  for (const call of changed) call();
  assert.equal([one.online.value, other.online.value], [false, false]);
});

test.run();
