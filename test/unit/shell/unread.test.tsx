import { signal } from '@preact/signals';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer, Send } from '../../../src/core/http/answer';
import { Failure } from '../../../src/core/http/failure';
import { type Location, LocationContext } from '../../../src/core/navigation/location';
import { useUnread } from '../../../src/shell/frame/unread';
import { member } from '../../support/visit';
import { open, until } from '../ui/open';

const test = suite('unread');

/** A page of a member's at an address, whose gateway counts `posts`, or is not there. */
async function show(path: string, posts: number | 'offline' = 3) {
  const asked: string[] = [];
  const options: unknown[] = [];
  const send = (async (call, _input, how) => {
    asked.push(call.path);
    options.push(how);
    if (posts === 'offline') throw new Failure('offline');
    return { res_code: '1', message: '', unreadCount: posts } as Answer<object>;
  }) as Send;
  const settled = { is: signal(true), seen: signal(undefined), useCalm() {} } as never;
  let showAgain = () => {};
  function Page() {
    useUnread(settled);
    return null;
  }
  const at = { path, key: path } as Location;
  const app = await open(
    <LocationContext.Provider value={at}>
      <Page />
    </LocationContext.Provider>,
    send,
    {},
    (made) => {
      made.session.signIn({ token: 't', userInfo: member });
      made.platform.onShow = (again) => {
        showAgain = again;
        return () => {};
      };
    },
  );
  return { app, asked, options, showAgain: () => showAgain() };
}

test('the posts that are new are counted whenever a page is shown, and again when the app is', async () => {
  const { app, asked, showAgain } = await show('/pages/tabbar/mine');
  await until(() => app.state.unread.peek() === 3);
  assert.equal(asked, ['txCircle/unreadCount']);
  showAgain();
  await until(() => asked.length === 2);
});

test('they are not counted where a member signs in or registers', async () => {
  for (const page of ['login', 'register', 'wechatAuthorization', 'WeChatRegister']) {
    const { asked, showAgain } = await show(`/pages/login/${page}`);
    showAgain();
    assert.equal(asked, [], page);
  }
});

test('they are counted where a member changes a password, a phone number or an e-mail address', async () => {
  for (const page of ['resetPassword', 'modifyPhone', 'modifyEmail']) {
    const { app } = await show(`/pages/login/${page}`);
    await until(() => app.state.unread.peek() === 3);
  }
});

test('a lost connection leaves the badge unchanged, without a message', async () => {
  const { app, asked, options } = await show('/pages/tabbar/mine', 'offline');
  app.session.setUnread(2);
  await until(() => asked.length === 1);
  assert.is(app.state.unread.peek(), 2);
  assert.equal(options, [{ wait: 'never', quiet: true }]);
});

test.run();
