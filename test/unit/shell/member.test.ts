import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { getInfo, type UserInfo } from '../../../src/contract/member/auth';
import { modifyInfo } from '../../../src/contract/member/profile';
import { createDialogs } from '../../../src/core/dialogs';
import type { Send } from '../../../src/core/http/answer';
import { Failure } from '../../../src/core/http/failure';
import type { Platform } from '../../../src/core/platform';
import { createRenew, withMember } from '../../../src/core/session/renew';
import { createSession } from '../../../src/core/session/session';
import { createState } from '../../../src/core/state';
import { createToasts } from '../../../src/core/toasts';
import * as accounts from '../../../src/features/accounts/routes';
import { memoryStore } from '../../../src/platform/browser/store';
import { askFirst } from '../../../src/shell/navigation/ask-first';
import { createDeferred } from '../../../src/shell/navigation/deferred';
import { createNav } from '../../../src/shell/navigation/nav';

const who = { userId: 'u1', nickname: 'Dana', examineState: 0 } as UserInfo;

/** A phone that knows of no cloud phone yet, and a gateway that says this of the member. */
function open(says: () => UserInfo | 'nothing', loadDeferred = async () => ({ askFirst }) as never) {
  const platform = {
    local: memoryStore(),
    tab: memoryStore(),
    isOnline: () => true,
    onOnline: () => () => {},
  } as unknown as Platform;
  const session = createSession(platform, createState(platform));
  session.signIn({ token: 't', userInfo: who });
  const asked: string[] = [];
  const send = withMember(
    (async ({ path }) => {
      asked.push(path);
      const userInfo = says();
      if (userInfo === 'nothing') throw new Failure('offline');
      return { res_code: '1', message: '', userInfo };
    }) as Send,
    session,
  );
  const [dialogs, toasts] = [createDialogs(), createToasts()];
  const went: string[] = [];
  const location = { current: { route: (url: string) => went.push(url) } as never };
  const nav = createNav({
    session,
    dialogs,
    toasts,
    location,
    renew: createRenew(send),
    t: ((key: string) => key) as never,
    depth: { current: 0 },
    find: () => undefined,
    deferred: createDeferred(loadDeferred),
  });
  const tap = async () => {
    let prevented = false;
    nav.link(accounts.add, {}).onClick?.({ preventDefault: () => (prevented = true) });
    await new Promise((done) => setTimeout(done));
    return prevented;
  };
  return { asked, dialogs, platform, send, session, tap, toasts, went };
}

test('a member who has bought a cloud phone since the last check continues at the first tap', async () => {
  const phone = open(() => ({ ...who, examineState: 1 }));
  assert.ok(await phone.tap());
  assert.equal(phone.went, ['/pages/member/addMember']);
  assert.is(phone.dialogs.current.peek(), undefined);
  assert.match(phone.platform.local.get('session') ?? '', '"examineState":1');
  assert.not(await phone.tap()); // from now on the link leads there by itself
  assert.equal(phone.asked, [getInfo.path]);
});

test('a member without a cloud phone is asked to buy one, after a check with the gateway', async () => {
  const phone = open(() => who);
  await phone.tap();
  assert.equal([phone.asked.length, phone.went], [1, []]);
  const question = phone.dialogs.current.peek();
  assert.is(question?.title, 'common.guard.title');
  question?.answer(true);
  await new Promise((done) => setTimeout(done));
  assert.equal(phone.went, ['/pages/mine/rechargeScore']);
});

test('without a connection nobody is told to buy what they may have', async () => {
  const phone = open(() => 'nothing');
  await phone.tap();
  assert.is(phone.dialogs.current.peek(), undefined);
  assert.is(phone.toasts.current.peek(), 'common.failures.offline');
});

test('a member who taps before the question is loaded sees that there is no connection, and can retry', async () => {
  let online = false;
  const phone = open(
    () => ({ ...who, examineState: 1 }),
    async () => {
      if (!online) throw new Error('offline');
      return { askFirst } as never;
    },
  );
  assert.ok(await phone.tap());
  assert.equal([phone.toasts.current.peek(), phone.went], ['common.failures.offline', []]);
  online = true;
  await phone.tap();
  assert.equal(phone.went, ['/pages/member/addMember']);
});

test('whatever answers with the member’s information renews what is kept of them', async () => {
  const phone = open(() => ({ ...who, nickname: 'Dana the Great' }));
  await phone.send(modifyInfo, { nickname: 'Dana the Great' } as never);
  assert.is(phone.session.userInfo.peek()?.nickname, 'Dana the Great');
  phone.session.signOut();
  await phone.send(getInfo, {});
  assert.is(phone.session.userInfo.peek(), undefined);
});

test.run();
