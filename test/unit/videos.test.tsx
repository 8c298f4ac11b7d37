import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { downloadVideo, getVideo, type Video } from '../../src/contract/video/videos';
import * as videos from '../../src/features/videos/routes';
import { Refusal, reply, visit } from '../support/visit';

const video: Video = {
  id: 'v1',
  title: 'Light your table',
  length: 65,
  size: 18_000,
  picture: '/product-pictures/lamp-1.svg',
  url: '/files/f1',
  createdAt: '2026-11-20T08:00:00Z',
};
const file = { url: '/files/f1?until=1', name: 'Light your table.mp4', size: 18_000 };
const origin = 'https://app.example';

test('inside WeChat, which saves no files for a page, the address of a video is copied', async () => {
  const copied: string[] = [];
  const screen = await visit(
    videos.videoDetail,
    { id: 'v1' },
    [reply(getVideo, video), reply(downloadVideo, file)],
    {
      platform: {
        origin,
        copy: async (text) => {
          copied.push(text);
          return true;
        },
      },
    },
  );
  await screen.sees('Light your table');
  await screen.tap('Save');
  await screen.sees('Link copied. Open it in a browser to download.');
  assert.equal(copied, ['http://app.test/files/f1?until=1']);
  screen.close();
});

test('if nothing can be copied either, the member sees what to do', async () => {
  const screen = await visit(
    videos.videoDetail,
    { id: 'v1' },
    [reply(getVideo, video), reply(downloadVideo, file)],
    { platform: { origin, copy: async () => false } },
  );
  await screen.sees('Light your table');
  await screen.tap('Save');
  await screen.sees("Couldn't copy. Open this page in a browser.");
  screen.close();
});

test('a download that is refused says that it failed, and can be tried again', async () => {
  const saved: string[] = [];
  const screen = await visit(
    videos.videoDetail,
    { id: 'v1' },
    [reply(getVideo, video), reply(downloadVideo, new Refusal('Video not found'))],
    { platform: { origin, saveFile: async (_, name) => void saved.push(name) } },
  );
  await screen.sees('Light your table');
  await screen.tap('Save');
  await screen.until('told', () => !!screen.body.querySelector('[data-download=failed]'));
  await screen.sees('Try again');
  assert.equal(saved, []);
  screen.close();
});

test('a video that is saved is on the phone byte by byte, and said to be', async () => {
  const saved: [name: string, size: number][] = [];
  const real = globalThis.fetch;
  const asked: string[] = [];
  Object.assign(globalThis, {
    fetch: async (asking: Request | string) => {
      asked.push(typeof asking === 'string' ? asking : asking.url);
      return new Response(new Uint8Array(18_000));
    },
  });
  const screen = await visit(
    videos.videoDetail,
    { id: 'v1' },
    [reply(getVideo, video), reply(downloadVideo, file)],
    { platform: { origin, saveFile: async (file, name) => void saved.push([name, file.size]) } },
  );
  try {
    await screen.tap('Save');
    await screen.sees('Saved. Find it in your downloads.');
    assert.equal(saved, [['Light your table.mp4', 18_000]]);
    assert.equal(asked, ['http://app.test/files/f1?until=1']);
  } finally {
    Object.assign(globalThis, { fetch: real });
    screen.close();
  }
});

test('a video that the phone cannot store is reported as not saved', async () => {
  const screen = await visit(
    videos.videoDetail,
    { id: 'v1' },
    [reply(getVideo, video), reply(downloadVideo, 'offline')],
    { platform: { origin, saveFile: async () => {} } },
  );
  await screen.tap('Save');
  await screen.until('told', () => !!screen.body.querySelector('[data-download=failed]'));
  screen.close();
});

test.run();
