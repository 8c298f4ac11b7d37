import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/privacy';
import * as auth from '../../src/features/auth/routes';
import * as mine from '../../src/features/mine/routes';
import { reply, visit } from '../support/visit';

const open = (state: Partial<calls.Deletion> = {}) =>
  visit(mine.deleteAccount, {}, [
    reply(calls.deletion, { obstacles: [], points: 0, cloudBeans: 0, ...state }),
    reply(calls.askDeletion, { leavingAt: '2026-12-09T10:00:00Z' }),
    reply(calls.keepAccount, {}),
  ]);
const type = ({ body }: Awaited<ReturnType<typeof open>>, value: string) => {
  const field = body.querySelector<HTMLInputElement>('[name="password"]')!;
  field.value = value;
  field.dispatchEvent(new window.Event('input', { bubbles: true }));
};

test('a member with money sees what to settle, with a link to each, and no form', async () => {
  const screen = await open({
    obstacles: [
      { kind: 'balance', count: 12_34 },
      { kind: 'withdrawals', count: 2 },
    ],
  });
  for (const words of ['cannot be deleted yet', '¥12.34', 'not paid out']) await screen.sees(words);
  for (const path of ['mine/balance', 'mine/withDrawRecord'])
    assert.ok(screen.body.querySelector(`a[href="#/pages/${path}"]`), path);
  assert.not.ok(screen.body.querySelector('form'));
  screen.close();
});

test('deleted, kept and lost data are listed; the password and a question follow, and the phone forgets', async () => {
  const screen = await open({ points: 500, cloudBeans: 20 });
  for (const words of ['What the law makes us keep', '14 days', '500 points and 20 cloud beans'])
    await screen.sees(words);
  type(screen, 'secret2026');
  await screen.tap('Delete my account');
  await screen.sees('Delete your account?');
  assert.not.ok(screen.sent.some(({ path }) => path === calls.askDeletion.path));
  await screen.tap('Delete my account');
  await screen.until('it', () => screen.sent.some(({ path }) => path === calls.askDeletion.path));
  await screen.until('it', () => !screen.app.session.userInfo.value);
  screen.close();
});

test('an account that is going to be deleted is kept by one tap', async () => {
  const screen = await open({ leavingAt: '2026-12-09T10:00:00Z' });
  await screen.sees('will be deleted on 9 Dec');
  await screen.tap('Keep my account');
  await screen.sees('Your account stays');
  assert.ok(screen.sent.some(({ path }) => path === calls.keepAccount.path));
  screen.close();
});

test('a copy of the data is asked for once a day, and downloaded with the password', async () => {
  let left = '';
  const again = '2026-11-26T10:00:00Z';
  const copy: calls.DataCopy = {
    state: 'ready',
    askedAt: '2026-11-25T10:00:00Z',
    until: again,
    size: 3_500_000,
  };
  let state: { copy?: calls.DataCopy; again?: string } = {};
  const screen = await visit(
    mine.dataCopy,
    {},
    [
      reply(calls.dataCopy, () => state),
      reply(calls.askCopy, () => {
        state = { copy, again };
        return {};
      }),
      reply(calls.copyAddress, { url: '/copies/t' }),
    ],
    {
      platform: {
        origin: 'https://app.test',
        leave(url) {
          left = url;
        },
      },
    },
  );
  await screen.tap('Ask for a copy');
  await screen.sees('3.3 MB');
  await screen.sees('the next copy');
  assert.not.match(screen.text(), 'Ask for a copy');
  type(screen, 'secret2026');
  await screen.tap('Download');
  await screen.until('it', () => left);
  assert.is(left, 'https://app.test/copies/t');
  screen.close();
});

test('the privacy policy says who receives what, for how long, and how it ends, to everybody', async () => {
  const screen = await visit(auth.privacyPolicy, {}, []);
  for (const words of ['Google, Mozilla or Apple', '7 days', 'Settings > Delete my account'])
    await screen.sees(words);
  assert.is(auth.privacyPolicy.guard, 'anyone');
  screen.close();
});

test.run();
