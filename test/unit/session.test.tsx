import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/auth';
import type { Refused } from '../../src/core/http/answer';
import { Failure } from '../../src/core/http/failure';
import * as session from '../../src/features/auth/routes';
import { memoryStore } from '../../src/platform/browser/store';
import { credentials, fill, member, refusal, reply, signedIn, visit } from '../support/sign-in';

test('a member signs in and goes where they were going', async () => {
  const screen = await visit(session.login, { fromUrl: '/pages/mine/balance?x=1' }, [
    reply(calls.login, signedIn),
  ]);
  await fill(screen, credentials);
  await screen.agree();
  await screen.submit();
  await screen.until('the sign-in', () => screen.app.session.token.peek() === 't2'); // the rules of the form come first
  assert.equal(screen.asked(calls.login), [
    { account: 'dana@example.com', password: 'cloud2026', agreed: true },
  ]);
  assert.equal(screen.app.session.userInfo.peek(), member);
  assert.is(screen.at(), '/pages/mine/balance?x=1');
  screen.close();
});

test('signed in without a place to return to, a member comes to the first tab', async () => {
  const screen = await visit(session.login, {}, [reply(calls.login, signedIn)]);
  await fill(screen, credentials);
  await screen.agree();
  await screen.submit();
  assert.is(screen.at(), '/');
  screen.close();
});

test('nobody signs in without the user agreement, which can be read from there', async () => {
  const screen = await visit(session.login, {}, [reply(calls.login, signedIn)]);
  await fill(screen, credentials);
  await screen.submit();
  await screen.sees('Please read and agree to the user agreement!');
  assert.equal(screen.asked(calls.login), []);
  assert.ok(document.querySelector('a[href="#/pages/mine/viewAgreement"]'));
  screen.close();
});

test('a wrong password is reported on the form, and the input stays', async () => {
  const refused = refusal(calls.login, { message: 'Account or password is wrong' });
  const screen = await visit(session.login, {}, [refused]);
  await fill(screen, credentials);
  await screen.agree();
  await screen.submit();
  await screen.sees('Account or password is wrong');
  assert.is((await screen.field('Username')).value, 'dana@example.com');
  assert.is((await screen.field('Password')).value, 'cloud2026');
  assert.is(screen.at(), 'here');
  screen.close();
});

test('a lost connection leaves the form as it is', async () => {
  const screen = await visit(session.login, {}, [reply(calls.login, new Failure('offline'))]);
  await fill(screen, credentials);
  await screen.agree();
  await screen.submit();
  await screen.sees('The network is not strong');
  assert.is((await screen.field('Password')).value, 'cloud2026');
  screen.close();
});

test('a member of the other version is led there, and told why', async () => {
  const redirect = 'https://intl.example/app';
  const words = { redirect, message: 'This account belongs to the international version.' };
  const screen = await visit(session.login, {}, [refusal(calls.login, words as Partial<Refused>)]);
  await fill(screen, credentials);
  await screen.agree();
  await screen.submit();
  await screen.sees('This account belongs to the international version.');
  assert.match(screen.app.toasts.current.peek() ?? '', 'intl.example');
  assert.equal(screen.left, [redirect]);
  assert.is(screen.app.session.token.peek(), '');
  screen.close();
});

test('a member who resets the password on the way to a screen gets there after signing in', async () => {
  const fromUrl = '/pages/mine/balance?x=1';
  const screen = await visit(session.login, { fromUrl }, []);
  const link = document.querySelector<HTMLAnchorElement>('a[href*="resetPassword"]');
  assert.is(link?.getAttribute('href'), `#/pages/login/resetPassword?fromUrl=${encodeURIComponent(fromUrl)}`);
  screen.close();
});

test('a signed-in member is not asked to sign in again', async () => {
  const screen = await visit(session.login, { fromUrl: '/pages/mine/balance' }, [], { who: member });
  await screen.until('the way on', () => screen.at() === '/pages/mine/balance');
  screen.close();
});

test('the input is there again after reading the agreement, except for passwords', async () => {
  const tab = memoryStore();
  const first = await visit(session.login, {}, [], { tab });
  await fill(first, credentials);
  first.close();
  assert.not.match(tab.get('signIn') ?? '', 'cloud2026');
  const again = await visit(session.login, {}, [], { tab });
  assert.is((await again.field('Username')).value, 'dana@example.com');
  assert.is((await again.field('Password')).value, '');
  again.close();
});

test('a member who signed in on this phone before finds their name and the accepted agreement only', async () => {
  const local = memoryStore();
  const first = await visit(session.login, {}, [reply(calls.login, signedIn)], { platform: { local } });
  await fill(first, credentials);
  await first.agree();
  await first.submit();
  await first.until('the sign-in', () => first.app.session.token.peek() === 't2');
  first.app.session.signOut();
  first.close();
  const again = await visit(session.login, {}, [], { platform: { local } });
  assert.is((await again.field('Username')).value, member.username);
  assert.is((await again.field('Password')).value, '');
  assert.ok(document.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked);
  again.close();
});

for (const locale of ['en', 'zh'] as const) {
  test(`the user agreement can be read in ${locale}`, async () => {
    const screen = await visit(session.agreement, {}, [], { locale });
    await screen.sees('1. ');
    const headings = [...document.querySelectorAll('h2')].map((one) => one.textContent);
    assert.ok(headings.length >= 12);
    assert.is(new Set(headings).size, headings.length);
    const texts = [...document.querySelectorAll('section p')].map((one) => one.textContent);
    assert.is(new Set(texts).size, texts.length, 'each section has a text of its own');
    assert.ok(texts.length >= headings.length);
    screen.close();
  });
}

test.run();
