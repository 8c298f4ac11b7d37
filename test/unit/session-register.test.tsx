import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/auth';
import type { Refused } from '../../src/core/http/answer';
import { Failure } from '../../src/core/http/failure';
import * as session from '../../src/features/auth/routes';
import { memoryStore } from '../../src/platform/browser/store';
import {
  another,
  begin,
  codeSent,
  fill,
  member,
  newcomer,
  picture,
  refusal,
  reply,
  signedIn,
  visit,
} from '../support/sign-in';

const maria = reply(calls.inviter, { nickname: 'Maria Lopez' });

test('an invited person sees who invited them, even after looking at the sign-in screen', async () => {
  const tab = memoryStore();
  const invited = await visit(session.register, { inviteCode: 'DEMO2026' }, [picture, maria], { tab });
  await invited.sees('Invited by Maria Lopez');
  await invited.sees('The invitation code DEMO2026 is filled in for you');
  assert.equal(invited.asked(calls.inviter), [{ inviteCode: 'DEMO2026' }]);
  await invited.until('it to be kept', () => tab.get('signIn'));
  invited.close();
  const login = await visit(session.login, {}, [], { tab });
  login.close();
  const back = await visit(session.register, {}, [picture, maria], { tab });
  await back.sees('Invited by Maria Lopez');
  await begin(back);
  await back.sees('Invited by Maria Lopez');
  assert.not.match(back.text(), 'Invitation code Optional', 'it is not asked for what is known');
  back.close();
});

test('an invitation code of nobody stays in its field, where it can be changed', async () => {
  const replies = [picture, reply(calls.inviter, {})];
  const screen = await visit(session.register, { inviteCode: 'NOBODY99' }, replies);
  await begin(screen);
  assert.is((await screen.field('Invitation code')).value, 'NOBODY99');
  assert.not.match(screen.text(), 'Invited by');
  screen.close();
});

test('problems of the first step are shown before the second; those that the gateway finds lead back', async () => {
  const taken = refusal(calls.register, {
    res_code: '5001',
    problems: { username: { rule: 'taken' } },
  });
  const screen = await visit(session.register, {}, [picture, taken]);
  await screen.submit();
  await screen.sees('Please fill this in');
  assert.not.match(screen.text(), 'Confirm password');
  await begin(screen);
  await screen.agree();
  await screen.submit();
  await screen.sees('Already in use');
  assert.is((await screen.field('Username')).value, 'dana');
  await screen.type('Username', 'dana2');
  await screen.submit();
  assert.is((await screen.field('Confirm password')).value, 'cloud2026', 'nothing has to be typed again');
  screen.close();
});

test('a code that was sent, and when the next may be, outlive a reload', async () => {
  const tab = memoryStore();
  const before = await visit(session.register, {}, [picture, another, codeSent], { tab });
  await fill(before, { 'Phone or email': '13800138000', 'Image code': 'aB3d' });
  await before.tap('Get code');
  await before.sees('Sent to 13800138000');
  before.close();
  const after = await visit(session.register, {}, [picture], { tab });
  await after.sees('Resend (60 s)');
  await after.sees('Sent to 13800138000');
  assert.not.match(after.text(), 'Image code');
  after.close();
});

test('a newcomer registers and is signed in', async () => {
  const replies = [picture, maria, reply(calls.register, signedIn)];
  const screen = await visit(
    session.register,
    { fromUrl: '/pages/mine/poster', inviteCode: 'DEMO2026' },
    replies,
  );
  await begin(screen);
  await screen.agree();
  await screen.submit();
  const [input] = screen.asked(calls.register);
  assert.equal(input, {
    username: 'dana',
    contact: '13800138000',
    code: '123456',
    password: 'cloud2026',
    confirm: 'cloud2026',
    inviteCode: 'DEMO2026',
    agreed: true,
  });
  assert.is(screen.app.session.token.peek(), 't2');
  assert.is(screen.at(), '/pages/mine/poster');
  assert.is(screen.app.platform.tab.get('signIn'), undefined);
  await screen.sees('Welcome to Cloudphone');
  screen.close();
});

test('every rule of a new account is shown beside its field, before anything is sent', async () => {
  const screen = await visit(session.register, {}, [picture]);
  await fill(screen, { ...newcomer, Username: 'd!', 'Phone or email': '12345' });
  await screen.submit();
  for (const words of [
    'Username should be 3-18 digits or a combination of letters or numbers',
    'Enter a valid phone number or email',
  ])
    await screen.sees(words);
  assert.not.match(screen.text(), 'Please fill this in');
  await fill(screen, { 'Verification code': '' });
  await screen.submit();
  await screen.sees('Please fill this in');

  await begin(screen);
  await fill(screen, { Password: '123456', 'Confirm password': '1234567', 'Invitation code': '!' });
  await screen.submit();
  for (const words of [
    'This password is too easy to guess',
    'The passwords entered twice are inconsistent',
    'Check this field',
    'Please read and agree to the user agreement!',
  ])
    await screen.sees(words);
  assert.equal(screen.asked(calls.register), []);
  screen.close();
});

test('a verification code is sent once the picture was read, and another only a minute later', async () => {
  const screen = await visit(session.register, {}, [picture, another, codeSent]);
  await screen.tap('Get code');
  await screen.sees('Please fill this in');
  assert.equal(screen.asked(calls.sendCode), []);

  await fill(screen, { 'Phone or email': '13800138000', 'Image code': 'aB3d' });
  await screen.tap('Get code');
  assert.equal(screen.asked(calls.sendCode), [
    { purpose: 'register', to: '13800138000', randomCodeId: 'r1', randomCode: 'aB3d' },
  ]);
  await screen.sees('Resend (60 s)');
  const wait = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Resend (60 s)')!;
  assert.ok(wait.disabled);
  assert.is(screen.asked(calls.randomCode).length, 2);
  assert.not.match(
    screen.text(),
    'Image code',
    'there is nothing to be read while no other code can be asked for',
  );
  screen.close();
});

test('once another code can be asked for there is another picture to be read', async () => {
  const soon = reply(calls.sendCode, { wait: 1 });
  const screen = await visit(session.register, {}, [picture, another, soon]);
  await fill(screen, { 'Phone or email': '13800138000', 'Image code': 'aB3d' });
  await screen.tap('Get code');
  await screen.sees('Resend (1 s)');
  assert.not.match(screen.text(), 'Image code');
  await screen.sees('Image code');
  assert.is((await screen.field('Image code')).value, '');
  screen.close();
});

test('phones write nothing large in names, and offer the keyboard and the address that fit', async () => {
  const screen = await visit(session.register, {}, [picture]);
  const attributes = async (label: string) => {
    const field = await screen.field(label);
    return ['autocapitalize', 'inputmode', 'autocomplete'].map((name) => field.getAttribute(name));
  };
  assert.equal(await attributes('Username'), ['none', null, 'username']);
  assert.equal(await attributes('Phone or email'), ['none', 'email', 'email']);
  screen.close();
});

test('a misread picture is reported beside it, and replaced', async () => {
  const wrong = refusal(calls.sendCode, {
    res_code: '5001',
    message: 'Please check what you have entered',
    problems: { randomCode: { rule: 'picture' } },
  });
  const screen = await visit(session.register, {}, [picture, another, wrong]);
  await fill(screen, { 'Phone or email': '13800138000', 'Image code': 'zzzz' });
  await screen.tap('Get code');
  await screen.sees('Enter the 4 characters in the image');
  assert.is(document.querySelector('img')!.getAttribute('src'), 'data:image/png;base64,BB==');
  await screen.sees('Get code');
  screen.close();
});

test('a tap on the picture brings another one', async () => {
  const screen = await visit(session.resetPassword, {}, [picture, another]);
  const image = await screen.until('the picture', () => document.querySelector('img'));
  image.closest('button')!.click();
  await screen.until('another', () => document.querySelector('img[src*="BB=="]'));
  screen.close();
});

test('a picture that did not load can be tapped for', async () => {
  const screen = await visit(session.resetPassword, {}, [
    reply(calls.randomCode, new Failure('offline')),
    picture,
  ]);
  await screen.tap('Tap to load');
  await screen.until('the picture', () => document.querySelector('img[src*="AA=="]'));
  screen.close();
});

test('asked for a code too soon, a member sees how long to wait', async () => {
  const soon = refusal(calls.sendCode, { message: 'Please wait 42 seconds', wait: 42 } as Partial<Refused>);
  const screen = await visit(session.resetPassword, {}, [picture, soon]);
  await fill(screen, { 'Phone or email': '13800138000', 'Image code': 'aB3d' });
  await screen.tap('Get code');
  await screen.sees('Please wait 42 seconds');
  await screen.sees('Resend (42 s)');
  screen.close();
});

test('a new password signs the member out and leads to sign-in, then to where they were going', async () => {
  const screen = await visit(
    session.resetPassword,
    { fromUrl: '/pages/mine/balance' },
    [picture, reply(calls.resetPassword, {})],
    {
      who: member,
    },
  );
  await fill(screen, {
    'Phone or email': 'dana@example.com',
    'Verification code': '123456',
    'New password': 'brandnew77',
    'Confirm password': 'brandnew77',
  });
  await screen.submit();
  await screen.sees('Password changed. Please sign in.');
  assert.is(screen.app.session.token.peek(), '');
  assert.is(screen.at(), '/pages/login/login?fromUrl=%2Fpages%2Fmine%2Fbalance');
  screen.close();
});

test('a member sees the phone that is bound, and the new one once it is changed', async () => {
  const userInfo = { ...member, phone: '139****9000' };
  const screen = await visit(session.modifyPhone, {}, [picture, reply(calls.modifyPhone, { userInfo })], {
    who: member,
  });
  await screen.sees('138****8000');
  await fill(screen, {
    'New phone number': '13900139000',
    'Verification code': '123456',
    'Sign-in password': 'cloud2026',
  });
  await screen.submit();
  assert.equal(screen.asked(calls.modifyPhone), [
    { phone: '13900139000', code: '123456', password: 'cloud2026' },
  ]);
  assert.is(screen.app.session.userInfo.peek()?.phone, '139****9000');
  assert.is(screen.app.session.token.peek(), 't1');
  assert.is(screen.at(), 'back');
  await screen.sees('Saved');
  screen.close();
});

test('no code is sent to a phone that is none, or is taken', async () => {
  const taken = refusal(calls.sendCode, { res_code: '5001', problems: { to: { rule: 'taken' } } });
  const screen = await visit(session.modifyPhone, {}, [picture, taken], { who: member });
  await fill(screen, { 'New phone number': 'dana@example.com', 'Image code': 'aB3d' });
  await screen.tap('Get code');
  await screen.sees('Enter an 11-digit mobile number');
  assert.equal(screen.asked(calls.sendCode), []);

  await screen.type('New phone number', '13900139000');
  await screen.tap('Get code');
  await screen.sees('Already in use');
  await screen.type('New phone number', '13900139001');
  await screen.until('the words to go', () => !screen.text().includes('Already in use'));
  screen.close();
});

test('a member without an email address sees that, and adds one', async () => {
  const userInfo = { ...member, email: 'd***@example.com' };
  const screen = await visit(session.modifyEmail, {}, [picture, reply(calls.modifyEmail, { userInfo })], {
    who: member,
  });
  await screen.sees('Not bound yet');
  await fill(screen, {
    'New email': 'dana@example.com',
    'Verification code': '123456',
    'Sign-in password': 'cloud2026',
  });
  await screen.submit();
  assert.is(screen.app.session.userInfo.peek()?.email, 'd***@example.com');
  screen.close();
});

test.run();
