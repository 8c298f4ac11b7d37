import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { liveEnd } from '../../src/contract/buying/live';
import { type OpenedScreen, openScreen } from '../../src/contract/buying/screens';
import type { Platform } from '../../src/core/platform';
import * as controls from '../../src/features/devices/live/controls';
import { beginning, fragment } from '../../src/features/devices/live/mp4';
import { codecOf, joined, unitsOf } from '../../src/features/devices/live/player';
import * as devices from '../../src/features/devices/routes';
import { canStream, encode } from '../../tools/phone/encoder.mjs';
import { createPhone } from '../../tools/phone/phone.mjs';
import { controlOf } from '../../tools/phone/scrcpy.mjs';
import { Chunk, configuration, Decoder, openStreams, packet, size } from '../support/live';
import { reply, visit } from '../support/visit';

const still: OpenedScreen = { name: 'Tea', serialNumber: 'CP1', url: '/screens?ticket=t' };
interface Options {
  engine?: boolean;
  saveData?: boolean;
  platform?: Partial<Platform>;
  answer?: (asked: number) => OpenedScreen;
}

/** The screen of a cloud phone, in an engine that can show it live. */
async function look(live: string, { engine = true, saveData, platform = {}, answer }: Options = {}) {
  Object.assign(globalThis, { WebSocket, VideoDecoder: Decoder, EncodedVideoChunk: Chunk });
  let [opened, stills] = [0, 0];
  const screen = await visit(
    devices.screen,
    { id: 'm1' },
    [
      reply(openScreen, async () => {
        const view = document.defaultView as any;
        if (engine) view.VideoDecoder = Decoder;
        if (saveData) Object.defineProperty(view.navigator, 'connection', { value: { saveData: true } });
        return answer?.(opened++) ?? { ...still, live };
      }),
    ],
    {
      platform,
      open: async () => {
        stills++;
        return new Response(new Blob(['still']), { status: 200 });
      },
    },
  );
  return Object.assign(screen, { stills: () => stills });
}
const surfaceOf = (body: HTMLElement) => body.querySelector<HTMLElement>('[role=application]') as HTMLElement;

test('a member sees a cloud phone live, and touches and types on it', async () => {
  const streams = await openStreams();
  Decoder.decoded.length = 0;
  const screen = await look(streams.url);
  await screen.until('the picture', () => surfaceOf(screen.body));
  await screen.sees('Live');
  assert.is(surfaceOf(screen.body).getAttribute('aria-label'), 'Screen of Tea: touch or type to use it');
  assert.is(Decoder.codecs[Decoder.codecs.length - 1], 'avc1.42c01f');
  assert.equal(
    Buffer.from(Decoder.decoded[0]?.data ?? []).toString('hex'),
    `${configuration.toString('hex')}0000000165`,
    'a complete picture brings the configuration',
  );
  const shown = 12 + 12 + configuration.length + 12 + 5;
  await screen.until('a look', () => streams.looks.some(({ got }) => got === shown));
  await screen.until('a question', () => streams.looks.find(({ at }) => at !== undefined));
  streams.page().send(JSON.stringify({ at: Math.round(performance.now()) - 80, provider: 20 }));
  await screen.until('the delay', () => /Live · \d{3,} ms/.test(screen.text()));
  streams.page().send(JSON.stringify({ rate: 300_000 }));
  await screen.sees('the connection is slow · ');

  const surface = surfaceOf(screen.body);
  const { stills } = screen;
  surface.getBoundingClientRect = () => ({ left: 10, top: 20, width: 180, height: 320 }) as DOMRect;
  surface.setPointerCapture = () => {};
  const view = document.defaultView as any;
  const point = (name: string, x: number, y: number) =>
    surface.dispatchEvent(
      new view.PointerEvent(name, { bubbles: true, clientX: x, clientY: y, pointerId: 7, button: 0 }),
    );
  point('pointermove', 20, 30); // of no finger
  point('pointerdown', 55, 100);
  point('pointermove', 100, 180);
  point('pointerup', 999, 340);
  point('pointerup', 999, 340);
  const said = () => streams.received.map((bytes) => controlOf(bytes, size));
  await screen.until('three touches', () => streams.received.length >= 3);
  assert.equal(said(), [
    { kind: 'touch', action: 'down', x: 90, y: 160 },
    { kind: 'touch', action: 'move', x: 180, y: 320 },
    { kind: 'touch', action: 'up', x: 360, y: 640 },
  ]);
  streams.received.length = 0;
  for (const key of ['a', 'Enter', 'Tab', 'Shift'])
    surface.dispatchEvent(new view.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await screen.tap('Home');
  await screen.tap('Rotate');
  await screen.until('keys', () => streams.received.length >= 6);
  assert.equal(said(), [
    { kind: 'text', text: 'a' },
    { kind: 'key', action: 'down', code: 66 },
    { kind: 'key', action: 'up', code: 66 },
    { kind: 'key', action: 'down', code: 3 },
    { kind: 'key', action: 'up', code: 3 },
    { kind: 'rotate' },
  ]);
  streams.received.length = 0;
  const field = screen.body.querySelector('input') as HTMLInputElement;
  field.value = '你好';
  field.dispatchEvent(new view.Event('input', { bubbles: true }));
  await screen.until('a text to send', () => !screen.body.querySelector('[type=submit]:disabled'));
  field.form?.dispatchEvent(new view.Event('submit', { bubbles: true, cancelable: true }));
  await screen.until('the text', () => streams.received.length === 1);
  assert.equal(said(), [{ kind: 'copy', text: '你好', paste: true }]);
  assert.is(field.value, '');
  await screen.tap('Copy from the cloud phone');
  await screen.until('the question', () => said().some((one) => one?.kind === 'clipboard'));
  streams.page().send(JSON.stringify({ clipboard: 'from it' }));
  await screen.until('its text', () => field.value === 'from it');

  const count = stills();
  streams.page().send(packet('delta'));
  await screen.until('the next picture', () => Decoder.decoded.some(({ type }) => type === 'delta'));
  assert.is(stills(), count, 'no still picture is requested beside it');
  screen.close();
  await screen.until('the end', () => streams.page().readyState === 3);
  await streams.close();
});

test('a page that was taken over says so, and takes the live picture back when asked', async () => {
  const streams = await openStreams();
  const screen = await look(streams.url);
  await screen.until('the picture', () => surfaceOf(screen.body));
  streams.page().close(liveEnd.taken);
  await screen.sees('This screen is now shown in another place.');
  assert.ok(screen.body.querySelector('canvas[data-late]'));
  assert.not(surfaceOf(screen.body));
  await screen.tap('Show it here');
  await screen.until('the picture again', () => surfaceOf(screen.body));
  assert.is(streams.pages.length, 2);
  assert.not(screen.body.querySelector('[data-late]'));
  screen.close();
  await streams.close();
});

test('a live picture that was lost comes back by itself', async () => {
  const streams = await openStreams();
  let online = true;
  const listening = new Set<() => void>();
  const change = () => {
    for (const changed of listening) changed();
  };
  const screen = await look(streams.url, {
    platform: {
      isOnline: () => online,
      onOnline: (changed) => {
        listening.add(changed);
        return () => listening.delete(changed);
      },
    },
  });
  await screen.until('the picture', () => surfaceOf(screen.body));
  streams.page().terminate();
  await screen.sees('The connection was lost.');
  await screen.until('the picture again', () => surfaceOf(screen.body));
  online = false;
  change();
  await screen.sees('No connection. It continues by itself.');
  online = true;
  change();
  await screen.until('the picture once more', () => surfaceOf(screen.body));
  assert.is(streams.pages.length, 3);
  screen.close();
  await streams.close();
});

test('a member whose provider stops streaming sees pictures, and can ask for the live one', async () => {
  const streams = await openStreams();
  const screen = await look(streams.url);
  await screen.until('the picture', () => surfaceOf(screen.body));
  streams.page().close(liveEnd.unavailable);
  await screen.sees("Its live picture isn't available now.");
  await screen.until('a still picture', () => screen.body.querySelector('img'));
  await screen.tap('Show it live');
  await screen.until('the picture again', () => surfaceOf(screen.body));
  screen.close();
  await streams.close();
});

test('a live picture that ends with the rent gives way to the reason', async () => {
  const streams = await openStreams();
  const { url: _, ...ended } = still;
  let isOver = false;
  const screen = await look(streams.url, {
    answer: () => (isOver ? { ...ended, lack: 'ended' } : { ...still, live: streams.url }),
  });
  await screen.until('the picture', () => surfaceOf(screen.body));
  isOver = true;
  streams.page().close(liveEnd.ended);
  await screen.sees('Its days have ended.');
  assert.is(streams.pages.length, 1);
  screen.close();
  await streams.close();
});

test('an engine without video, and a member who saves data, get pictures', async () => {
  const streams = await openStreams();
  const old = await look(streams.url, { engine: false });
  await old.until('a still picture', () => old.body.querySelector('img'));
  await old.sees('A new picture every second');
  assert.not(old.text().includes('Show it live'));
  old.close();
  const saving = await look(streams.url, { saveData: true });
  await saving.until('a still picture', () => saving.body.querySelector('img'));
  await saving.sees('Show it live');
  assert.is(streams.pages.length, 0);
  await saving.tap('Show it live');
  await saving.until('the picture', () => surfaceOf(saving.body));
  saving.close();
  await streams.close();
});

test('text is typed if a phone can type it, and pasted otherwise', () => {
  const read = (text: string) => controlOf(Buffer.from(controls.type(text)), size);
  assert.equal(read('a b~'), { kind: 'text', text: 'a b~' });
  assert.equal(read('a'.repeat(300)), { kind: 'text', text: 'a'.repeat(300) });
  assert.equal(read('a'.repeat(301)), { kind: 'copy', text: 'a'.repeat(301), paste: true });
  assert.equal(read('mật khẩu'), { kind: 'copy', text: 'mật khẩu', paste: true });
});

test('a stream is split into its units, whatever separates them', () => {
  const bytes = new Uint8Array(Buffer.from('0000000167aa00000168bb000000000165cc00', 'hex'));
  assert.equal(
    unitsOf(bytes).map((unit) => Buffer.from(unit).toString('hex')),
    ['67aa', '68bb00', '65cc00'],
  );
  assert.equal(unitsOf(new Uint8Array()), []);
});

test('the MP4 of a stream is one that other programs play', async () => {
  if (!canStream()) return; // it needs ffmpeg, as the phone does
  const phone = createPhone('m');
  const parts: Uint8Array[] = [];
  await new Promise<void>((done) => {
    let [number, codec] = [0, ''];
    const encoder = encode(
      () => phone.draw(Date.now()),
      size,
      600_000,
      ({ kind, data }) => {
        const bytes = new Uint8Array(data);
        if (kind === 'configuration') {
          if (!codec) parts.push(beginning(bytes, size));
          codec = codecOf(bytes);
          return;
        }
        const from = number * 66_667;
        parts.push(fragment(++number, { data: bytes, from, duration: 66_667, isKey: kind === 'key' }));
        if (number < 40) return;
        assert.match(codec, /^avc1\.42c0[0-9a-f]{2}$/);
        encoder.stop();
        done();
      },
    );
  });
  const ffprobe =
    '-v error -count_frames -show_entries stream=width,height,nb_read_frames,codec_name -of csv=p=0 -';
  const { stdout, stderr } = spawnSync('ffprobe', ffprobe.split(' '), { input: joined(...parts) });
  assert.equal([`${stdout}`.trim(), `${stderr}`], ['h264,360,640,40', '']);
});

test.run();
