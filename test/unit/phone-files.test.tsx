import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { getOffers } from '../../src/contract/buying/phone-actions';
import { type OpenedScreen, openScreen } from '../../src/contract/buying/screens';
import { largestPhoneFile } from '../../src/contract/wire/upload';
import type { App } from '../../src/core/app';
import { Failure } from '../../src/core/http/failure';
import * as devices from '../../src/features/devices/routes';
import { reply, visit } from '../support/visit';

const phone: OpenedScreen = { name: 'Tea', serialNumber: 'CP1', url: '/screens?ticket=t', files: true };
type How = Parameters<App['upload']>[1];

/** The screen of a cloud phone, and the files that are sent from there. */
async function look(opened: OpenedScreen = phone) {
  const sent: { file: File; how: How; end(error?: Failure): void }[] = [];
  const upload: App['upload'] = (file, how) =>
    new Promise((settle, fail) => {
      how?.signal?.addEventListener('abort', () => fail(new Failure('aborted')));
      const end = (error?: Failure) => (error ? fail(error) : settle({ code: 200, id: 'd', url: '' }));
      sent.push({ file, how, end });
    });
  const replies = [reply(openScreen, opened), reply(getOffers, { apps: [] })];
  const open = async () => new Response('picture', { headers: { etag: '"a"' } });
  const screen = await visit(devices.screen, { id: 'm1' }, replies, { open, upload });
  await screen.until('the answer of the provider', () => screen.asked(getOffers).length);
  const choose = (file: File) => {
    const input = screen.body.querySelector('input[type=file]')!;
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    const { Event: HappyEvent } = globalThis.window as unknown as { Event: typeof Event };
    input.dispatchEvent(new HappyEvent('change', { bubbles: true }));
  };
  return { screen, sent, choose };
}

test('a member sends a file to a cloud phone, and sees how far it is and that it has arrived', async () => {
  const { screen, sent, choose } = await look();
  await screen.until('the button', () => screen.text().includes('Send a file'));
  choose(new File(['%PDF-'], 'Contract.PDF'));
  const { file, how, end } = await screen.until('the file', () => sent[0]);
  assert.equal([file.name, how?.field, how?.machine], ['Contract.PDF', 'phoneFile', 'm1']);
  how?.onProgress?.(40);
  await screen.sees('Sending Contract.PDF… 40%');
  how?.onProgress?.(100);
  await screen.sees('Contract.PDF is on its way to the cloud phone…');
  choose(new File(['%PDF-'], 'second.pdf'));
  assert.is(sent.length, 1, 'one at a time');
  end();
  await screen.sees('Contract.PDF is on the cloud phone.');
  assert.not(screen.body.querySelector('progress'));
  screen.close();
});

test('a member reads why a file has not arrived, and can stop one that is on its way', async () => {
  const { screen, sent, choose } = await look();
  choose(new File(['x'], 'a.zip'));
  (await screen.until('the file', () => sent[0])).end(new Failure('refused', 'It has too little room.'));
  await screen.sees('a.zip: It has too little room.');
  assert.ok(screen.body.querySelector('[role=alert]'));
  choose(new File(['x'], 'b.zip'));
  await screen.until('the second file', () => sent[1]);
  await screen.tap('Cancel');
  await screen.losesSight('b.zip');
  assert.ok(sent[1]?.how?.signal?.aborted);
  screen.close();
});

test('a file of another kind, an empty one and one that is too large are not sent', async () => {
  const { screen, sent, choose } = await look();
  choose(new File(['x'], 'game.apk'));
  await screen.sees('Choose an image, an MP4 video, an MP3, a PDF or a ZIP.');
  choose(new File([], 'a.pdf'));
  await screen.sees('Files may be up to 32 MB, and not empty.');
  const large = new File(['x'], 'a.pdf');
  Object.defineProperty(large, 'size', { value: largestPhoneFile + 1 });
  choose(large);
  assert.is(sent.length, 0);
  screen.close();
});

test('a cloud phone whose provider takes no files has no button for them', async () => {
  const { files: _, ...without } = phone;
  const { screen } = await look(without);
  assert.not(screen.body.querySelector('input[type=file]'));
  assert.not(screen.text().includes('Send a file'));
  screen.close();
});

test.run();
