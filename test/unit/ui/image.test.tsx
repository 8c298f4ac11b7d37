import { createHash } from 'node:crypto';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { useState } from 'react';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Uploaded, type UploadRefused, uploadCodes } from '../../../src/contract/wire/upload';
import { AppProvider } from '../../../src/core/app';
import type { Form } from '../../../src/core/form/form';
import { ImageField } from '../../../src/ui/field/image-field';
import { member as userInfo } from '../../support/visit';
import { button, document, one, open, press, until } from './open';

/** A browser's request that answers when the test says so. */
class Request {
  upload: { onprogress?(event: { loaded: number; total: number }): void } = {};
  headers: Record<string, string> = {};
  responseText = '';
  status = 200;
  body = new FormData();
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  onloadend = () => {};
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
    requests.push(this);
  }
  abort() {
    this.onabort();
    this.onloadend();
  }
  /** As the gateway answers; `status` other than 200 when it rejects the envelope. */
  answer(body: Uploaded | UploadRefused | Rejection, status = 200) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
    this.onloadend();
  }
}
/** An envelope that is turned away, as for any call. */
type Rejection = {
  header: { res_code: string; message: string };
  body: { serverTime: number };
  message: string;
};
const requests: Request[] = [];
Object.assign(globalThis, { XMLHttpRequest: Request });

const taken = (id: string): Uploaded => ({ code: uploadCodes.taken, id, url: `/files/${id}` });
const signedOut: UploadRefused = { code: uploadCodes.expired, message: 'Signed out' };

const test = suite('image');
const kept: unknown[] = [];
/** The field's reports about pictures that the form does not hold yet. */
let waiting: boolean | undefined;
const onWaiting = (is: boolean) => {
  waiting = is;
};
function Sample() {
  const [values, setValues] = useState({});
  const set = (name: string, value: unknown) => {
    kept.push(value);
    setValues({ [name]: value });
  };
  const form = { values, problems: {}, refusal: undefined, busy: false, set, touch() {}, async submit() {} };
  return <ImageField of={form as Form} name="voucher" label="Voucher" onWaiting={onWaiting} />;
}

const picture = new File(['the bytes'], 'voucher.png', { type: 'image/png' });
async function choose(file: File) {
  const input = one<HTMLInputElement>('input[type=file]');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
const said = () => document.body.textContent ?? '';

test.before.each(() => {
  requests.length = kept.length = 0;
});

test('a picture is bound to its signed envelope, shows how far it is, and leaves its id in the form', async () => {
  await open(<Sample />);
  await choose(picture);
  await until(() => requests.length === 1);
  const [request] = requests;
  const payload = String(request!.body.get('payload'));
  const md5 = createHash('md5').update('the bytes').digest('hex');
  assert.equal(JSON.parse(payload).body.data, { field: 'imageFile', name: 'voucher.png', size: 9, md5 });
  assert.is(request!.headers.token, createHash('md5').update(`secret${payload}secret`).digest('hex'));
  request!.upload.onprogress!({ loaded: 4, total: 10 });
  await until(() => said().includes('Uploading 40 %'));
  request!.answer(taken('picture'));
  await until(() => kept.length > 0);
  assert.equal(kept, ['picture']);
  assert.not(said().includes('Uploading'));
});

test('a picture that was refused says why, and is sent again when asked', async () => {
  await open(<Sample />);
  await choose(picture);
  await until(() => requests.length === 1);
  requests[0]!.answer({ code: uploadCodes.type, message: 'Not a picture' });
  await until(() => said().includes('Not a picture'));
  await press(button('Tap to try again'));
  await until(() => requests.length === 2);
  requests[1]!.answer({ ...taken('second'), code: 300 } as never); // any code that 100 divides
  await until(() => kept.includes('second'));
});

test('a session that ends during an upload is reported, and the picture can be sent again', async () => {
  const ended: string[] = [];
  const expired = async (token: string) => {
    ended.push(token);
    return false;
  };
  await open(<Sample />, undefined, { expired });
  await choose(picture);
  await until(() => requests.length === 1);
  requests[0]!.answer(signedOut);
  await until(() => said().includes('Signed out'));
  assert.equal(ended, ['token'], 'as after any other call');
  assert.equal(kept, []);
  await press(button('Tap to try again'));
  await until(() => requests.length === 2);
  requests[1]!.answer(taken('second'));
  await until(() => kept.includes('second'));
});

test('a picture whose token had run out is sent again with the new one', async () => {
  const tokens = ['old', 'new'];
  const app = await open(<Sample />, undefined, { expired: async () => !!tokens.shift() });
  app.wire.identity = () => ({ token: tokens[0] ?? '', userId: 'member' });
  await choose(picture);
  await until(() => requests.length === 1);
  assert.is(requests[0]!.headers.authorization, 'Bearer old');
  requests[0]!.answer(signedOut);
  await until(() => requests.length === 2);
  assert.is(requests[1]!.headers.authorization, 'Bearer new');
  requests[1]!.answer(taken('sent'));
  await until(() => kept.includes('sent'));
});

test('a picture is sent once more by the time of the server when the phone’s is wrong', async () => {
  const app = await open(<Sample />);
  await choose(picture);
  await until(() => requests.length === 1);
  const serverTime = Date.now() + 3_600_000;
  const refusal = { header: { res_code: '4001', message: 'clock' }, body: { serverTime }, message: 'clock' };
  requests[0]!.answer(refusal, 400);
  await until(() => requests.length === 2);
  const { header } = JSON.parse(String(requests[1]!.body.get('payload')));
  assert.ok(Math.abs(header.timestamp - serverTime) < 60_000);
  assert.ok(app.wire.clock.ahead > 3_000_000);
  requests[1]!.answer(taken('sent'));
  await until(() => kept.includes('sent'));
});

test('a picture whose envelope the gateway will not have says why', async () => {
  await open(<Sample />);
  await choose(picture);
  await until(() => requests.length === 1);
  const message = 'Too many requests';
  requests[0]!.answer(
    { header: { res_code: '4290', message }, body: { serverTime: Date.now() }, message },
    429,
  );
  await until(() => said().includes(message));
  assert.equal(kept, []);
});

test('a lost connection shows a toast and a mark on the picture, which can be sent again', async () => {
  const app = await open(<Sample />);
  await choose(picture);
  await until(() => requests.length === 1);
  requests[0]!.onerror();
  const words = 'The network is not strong, please try again later~';
  await until(() => said().includes(words));
  assert.is(app.toasts.current.peek(), words);
  await press(button('Tap to try again'));
  await until(() => requests.length === 2);
  requests[1]!.answer(taken('sent'));
  await until(() => kept.includes('sent'));
});

test('a picture on its way, or failed, is waited for until it is there or taken out', async () => {
  await open(<Sample />);
  assert.is(waiting, false);
  await choose(picture);
  await until(() => requests.length === 1 && waiting === true);
  requests[0]!.answer({ code: uploadCodes.type, message: 'Not a picture' });
  await until(() => said().includes('Not a picture'));
  assert.is(waiting, true);
  await press(button('Tap to try again'));
  await until(() => requests.length === 2);
  requests[1]!.answer(taken('second'));
  await until(() => waiting === false);
  await press(button('Remove image'));
  assert.is(waiting, false);
});

test('a picture taken out is neither sent on nor kept', async () => {
  await open(<Sample />);
  await choose(picture);
  await until(() => requests.length === 1);
  await press(button('Remove image'));
  assert.is(kept[kept.length - 1], undefined);
  assert.ok(one('input[type=file]'));
});

const leave = () => act(() => render(null, document.body.firstElementChild!));
const comeBack = (app: Awaited<ReturnType<typeof open>>) =>
  act(() =>
    render(<AppProvider value={app}>{(<Sample />) as never}</AppProvider>, document.body.firstElementChild!),
  );

for (const [who, signedIn] of [
  ['a signed-in member leaves', true],
  ['a customer in an embed leaves', false],
] as const)
  test(`a screen that ${who} with a picture on its way is empty when they return`, async () => {
    const app = await open(<Sample />, undefined, {}, (made) => {
      if (signedIn) made.session.signIn({ token: 't', userInfo });
    });
    await choose(picture);
    await until(() => requests.length === 1);
    await leave();
    await comeBack(app);
    assert.not(document.querySelector('img'));
    assert.is(requests.length, 1);
  });

test('a picture that had not arrived when the session ended is sent when the same member is back', async () => {
  const app = await open(<Sample />, undefined, {}, (made) => made.session.signIn({ token: 't', userInfo }));
  await choose(picture);
  await until(() => requests.length === 1);
  app.session.signOut();
  await leave();
  app.session.signIn({ token: 'other', userInfo: { ...userInfo, userId: 'other' } });
  await comeBack(app);
  assert.not(document.querySelector('img'), 'nobody else gets it');
  await leave();
  app.session.signIn({ token: 'new', userInfo });
  await comeBack(app);
  await until(() => requests.length === 2);
  assert.is(String((requests[1]!.body.get('imageFile') as File).name), 'voucher.png');
  requests[1]!.answer(taken('after all'));
  await until(() => kept.includes('after all'));
});

test('a file that is no picture is not sent', async () => {
  const app = await open(<Sample />);
  await choose(new File(['x'], 'a.pdf', { type: 'application/pdf' }));
  await until(() => !!app.toasts.current.peek());
  assert.is(requests.length, 0);
});

test.run();
