import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { type OpenedScreen, openScreen } from '../../src/contract/buying/screens';
import type { Packet } from '../../src/features/devices/live/player';
import { createRecording } from '../../src/features/devices/live/recording';
import * as devices from '../../src/features/devices/routes';
import { canStream, encode } from '../../tools/phone/encoder.mjs';
import { createPhone } from '../../tools/phone/phone.mjs';
import { Chunk, configuration, Decoder, openStreams, packet, size } from '../support/live';
import { reply, visit } from '../support/visit';

const unit = new Uint8Array(Buffer.from('0000000165aabb', 'hex'));
const set: Packet = { kind: 'configuration', at: 0, data: new Uint8Array(configuration) };
const picture = (kind: 'key' | 'delta', at: number): Packet => ({ kind, at, data: unit });

/** A recording with a clock of its own, in milliseconds. */
function recording() {
  const clock = { now: 0 };
  let ends = 0;
  const made = createRecording(
    size,
    () => ends++,
    () => clock.now,
  );
  return { ...made, clock, ends: () => ends };
}
/** The answer of ffprobe about a file; undefined without ffmpeg. */
async function probed(file: Blob | undefined, show: string, counts = ''): Promise<string | undefined> {
  if (!file || !canStream()) return; // it needs ffmpeg, as the phone does
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recording-'));
  const at = path.join(folder, 'a.mp4');
  writeFileSync(at, Buffer.from(await file.arrayBuffer()));
  const options = `-v fatal ${counts} -show_entries ${show} -of csv=p=0 ${at}`;
  const { stdout } = spawnSync('ffprobe', options.split(/ +/), { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout.trim();
}

test('a recording begins with a complete picture, and nothing before it is in its file', () => {
  const made = recording();
  assert.is(made.file(), undefined);
  made.put(picture('key', 0));
  assert.is(made.seconds(), undefined, 'without a configuration nothing can be shown');
  made.put(set);
  made.put(picture('delta', 0));
  assert.is(made.seconds(), undefined);
  made.put(picture('key', 66_667));
  made.clock.now = 1500;
  assert.is(made.seconds(), 1.5);
  assert.is(made.file()?.type, 'video/mp4');
});

test('a recording ends after a minute, and when the pictures get another size or configuration', () => {
  const other = new Uint8Array(Buffer.from('000000016742c00ad9000000000168cb83cb20', 'hex'));
  const endings: Record<string, (made: ReturnType<typeof recording>) => void> = {
    'a minute': (made) => made.put(picture('delta', 60_000_000)),
    'another size': (made) => made.restart({ width: 640, height: 360 }),
    'another configuration': (made) => made.put({ ...set, data: other }),
  };
  for (const [what, end] of Object.entries(endings)) {
    const made = recording();
    made.put(set);
    made.put(picture('key', 0));
    made.clock.now = 60_000;
    made.put(set);
    made.restart(size);
    assert.is(made.ends(), 0, what);
    end(made);
    assert.is(made.ends(), 1, what);
    const length = made.file()?.size;
    made.put(picture('key', 61_000_000));
    assert.is(made.file()?.size, length, `${what}: nothing is added`);
  }
  const waiting = recording();
  waiting.restart({ width: 640, height: 360 });
  assert.is(waiting.ends(), 0, 'a phone is turned before the first picture');
});

test('pictures keep their times, also when the stream begins anew with another clock', async () => {
  const made = recording();
  made.put(set);
  made.put(picture('key', 5_000_000));
  made.clock.now = 500;
  made.put(picture('delta', 5_500_000));
  made.clock.now = 3_500;
  made.put(picture('key', 0)); // another stream, three seconds later
  made.clock.now = 4_500;
  const said = await probed(made.file(), 'packet=pts_time,duration_time');
  if (said === undefined) return;
  assert.equal(
    said.split('\n').map((line) => line.replace(/,$/, '')),
    ['0.000000,0.500000', '0.500000,3.000000', '3.500000,1.000000'],
  );
});

test('other programs play the file of a recording, and know how long it is', async () => {
  if (!canStream()) return;
  const phone = createPhone('m');
  const made = recording();
  await new Promise<void>((done) => {
    let count = 0;
    const encoder = encode(
      () => phone.draw(Date.now()),
      size,
      600_000,
      ({ kind, at, data }) => {
        made.clock.now = at / 1000;
        made.put({ kind, at, data: new Uint8Array(data) });
        if (kind === 'configuration' || ++count < 45) return;
        encoder.stop();
        done();
      },
    );
  });
  const said = await probed(
    made.file(),
    'stream=codec_name,width,height,duration,nb_read_frames',
    '-count_frames',
  );
  assert.match(said!, /^h264,360,640,3\.0\d+,45$/);
});

test('a member records the live picture, stops it and saves the file', async () => {
  const streams = await openStreams();
  Object.assign(globalThis, { WebSocket, VideoDecoder: Decoder, EncodedVideoChunk: Chunk });
  const saved: { file: Blob; name: string }[] = [];
  const answer: OpenedScreen = { name: 'Tea', serialNumber: 'CP1', url: '/s?ticket=t', live: streams.url };
  const opening = () => {
    (document.defaultView as any).VideoDecoder = Decoder;
    return answer;
  };
  const open = async () => new Response(new Blob(['still']), { status: 200 });
  const saveFile = async (file: Blob, name: string) => void saved.push({ file, name });
  const platform = { saveFile };
  const screen = await visit(devices.screen, { id: 'm1' }, [reply(openScreen, opening)], { open, platform });
  await screen.tap('Record');
  await screen.sees('Waiting for the next picture…');
  await screen.until('a request for a complete picture', () => streams.looks.some(({ whole }) => whole));
  streams.page().send(packet('key'));
  await screen.sees('Recording 0 s of 60');
  streams.page().send(packet('delta'));
  await screen.tap('Stop');
  await screen.sees('Recorded 0 s, 1 MB');
  await screen.tap('Save the recording');
  await screen.sees('The recording is saved.');
  assert.equal(
    saved.map(({ file, name }) => [file.type, name]),
    [['video/mp4', 'Tea.mp4']],
  );

  await screen.tap('Record');
  const requests = () => streams.looks.filter(({ whole }) => whole).length;
  await screen.until('the second request', () => requests() === 2);
  await screen.tap('Stop');
  await screen.sees('Nothing was recorded. Try again.');
  await screen.tap('Record');
  await screen.until('the third request', () => requests() === 3);
  streams.page().send(packet('key'));
  await screen.sees('Recording');
  streams.page().send(packet('configuration', Buffer.from('000000016742c00ad9', 'hex')));
  await screen.sees('The recording ended because the screen changed its size.');
  await screen.tap('Discard');
  assert.is(saved.length, 1);
  screen.close();

  const bare = await visit(devices.screen, { id: 'm1' }, [reply(openScreen, opening)], { open });
  await bare.until('the picture', () => bare.body.querySelector('[role=application]'));
  assert.not(bare.text().includes('Record'), 'where no file can be saved');
  bare.close();
  await streams.close();
});

test.run();
