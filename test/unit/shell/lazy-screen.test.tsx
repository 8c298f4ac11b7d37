import { signal } from '@preact/signals';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadScreen } from '../../../src/core/data/load';
import { ChunkError, createDownload } from '../../../src/core/navigation/download';
import { route } from '../../../src/core/navigation/route';
import { screen } from '../../../src/core/navigation/screen';
import type { I18n } from '../../../src/core/text/i18n';
import { createLazyScreens } from '../../../src/shell/frame/lazy-screen';
import { createApp } from '../ui/open';

const Shown = () => null;
const help = screen(route('pages/help', { title: 'common.app', guard: 'anyone' }), async () => ({
  default: Shown,
}));
const files = { of: async () => ['help.js'], words: () => false };

/** The lazy screens of an app whose files `download` brings. */
async function lazyScreens(download: (url: string) => Promise<string>) {
  const app = await createApp(async () => ({ res_code: '500', message: '' }));
  const settled = { is: signal(true), seen: signal(undefined), useCalm() {} };
  return createLazyScreens(files, download, app, '', settled, {
    module: signal(undefined),
    async bring() {},
  });
}

test('a screen is downloaded when somebody goes there, once, and shown from then on', async () => {
  let downloads = 0;
  const all = await lazyScreens(async () => String(++downloads));
  assert.not(all.isLoaded(help));
  await Promise.all([all.bring(help), all.arrive(help)]);
  assert.is(await all.bring(help), Shown);
  assert.ok(all.isLoaded(help));
  assert.is(downloads, 1);
});

test('a screen that could not be downloaded is really asked for again', async () => {
  let reached = false;
  const all = await lazyScreens(async (url) => {
    if (!reached) throw new ChunkError('network', url);
    return '';
  });
  assert.is(await all.bring(help), undefined);
  assert.not(all.isLoaded(help));
  reached = true;
  assert.is(await all.bring(help), Shown);
  assert.ok(all.isLoaded(help));
});

test('a file of a screen that does not come is a chunk load error after 120 seconds, and not sooner', async () => {
  const real = { setTimeout: globalThis.setTimeout, fetch: globalThis.fetch };
  const timers: { after: number; call(): void }[] = [];
  const asked = new Promise<void>((settle) => {
    Object.assign(globalThis, {
      setTimeout: (call: () => void, after: number) => timers.push({ after, call }),
      fetch: () => new Promise(() => settle()),
    });
  });
  try {
    const i18n = { ready: async () => {} } as unknown as I18n;
    const loading = loadScreen(help, files, createDownload(), i18n).then(
      () => undefined,
      (error: ChunkError) => error.kind,
    );
    await asked;
    for (const { after } of timers) assert.ok(after > 119_000 && after <= 120_000, `${after} ms`);
    for (const { call } of timers) call();
    assert.is(await loading, 'timeout');
  } finally {
    Object.assign(globalThis, real);
  }
});

test.run();
