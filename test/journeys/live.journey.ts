import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { listFleet } from '../../src/contract/buying/devices';
import { openScreen } from '../../src/contract/buying/screens';
import { canStream } from '../../tools/phone/encoder.mjs';
import { arrive, callAs, expect, openSignedIn, ownMember, screen, test, type Who } from './support/journey';
import { type Streaming, startStreaming } from './support/streaming';

const view = 'pages/list/screen';

test.describe('a phone that streams', () => {
  test.skip(!canStream(), 'it needs ffmpeg: apt-get install ffmpeg');
  test.describe.configure({ mode: 'default' }); // one gateway for all of them
  let own: Streaming;
  test.beforeAll(async () => {
    test.setTimeout(90_000); // a gateway that starts
    own = await startStreaming();
  });
  test.afterAll(() => own?.end());

  const open = async (page: Page, who: Who, id: string) => {
    await openSignedIn(page, who, `${own.gateway.url}/#/${view}?id=${id}`);
    await arrive(page, view);
    await expect(surface(page)).toBeVisible();
  };
  const surface = (page: Page) => screen(page, view).getByRole('application', { name: /^Screen of / });
  /** Whether the picture has a colour at a place in fractions of its size. */
  const shows = (
    page: Page,
    element: 'canvas' | 'video',
    [x, y]: [number, number],
    colour: readonly number[],
  ) =>
    screen(page, view)
      .locator(element)
      .evaluate(
        (shown: HTMLCanvasElement | HTMLVideoElement, { x, y, colour }) => {
          const paper = document.createElement('canvas');
          [paper.width, paper.height] = [360, 640];
          const drawing = paper.getContext('2d')!;
          drawing.drawImage(shown, 0, 0, 360, 640);
          const { data } = drawing.getImageData(Math.round(x * 360), Math.round(y * 640), 1, 1);
          return colour.every((value, at) => Math.abs(value - data[at]!) < 40);
        },
        { x, y, colour },
      );
  const tap = async (page: Page, x: number, y: number) => {
    const box = (await surface(page).boundingBox())!;
    await page.touchscreen.tap(box.x + x * box.width, box.y + y * box.height);
  };

  test('a member sees a cloud phone move, touches it, types on it and turns it', async ({ page }) => {
    const who = ownMember('rich');
    const { id } = await own.streamedPhone(who);
    await open(page, who, id);
    const { mark } = own.phones.phone(id);
    await expect.poll(() => shows(page, 'canvas', [0.5, 0.5], mark)).toBe(true);
    await expect(screen(page, view).getByText('Test mode')).toBeVisible();
    await expect(screen(page, view).getByText(/^Live · \d+ ms$/)).toBeVisible();
    await tap(page, 0.25, 0.25);
    await expect.poll(() => shows(page, 'canvas', [0.25, 0.25], mark)).toBe(true);
    expect(await shows(page, 'canvas', [0.5, 0.5], mark)).toBe(false);
    await page.getByRole('textbox', { name: 'Text to type' }).fill('hello');
    await screen(page, view).getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => own.phones.phone(id).typed).toBe('hello');
    await screen(page, view).getByRole('button', { name: 'Home' }).click();
    await expect.poll(() => own.phones.phone(id).typed).toBe('');
    await screen(page, view).getByRole('button', { name: 'Rotate' }).click();
    const wide = () =>
      screen(page, view)
        .locator('canvas')
        .evaluate(
          (canvas: HTMLCanvasElement) =>
            canvas.width > canvas.height && canvas.offsetWidth > canvas.offsetHeight,
        );
    await expect.poll(wide).toBe(true);
    const { width } = page.viewportSize()!;
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await screen(page, view).getByRole('button', { name: 'Rotate' }).click();
    await expect.poll(wide).toBe(false);
  });

  test('a member sends a file to a cloud phone, where it arrives', { tag: '@rarely' }, async ({ page }) => {
    const who = ownMember('rich');
    const { id } = await own.streamedPhone(who);
    await open(page, who, id);
    const choosing = page.waitForEvent('filechooser');
    await screen(page, view).getByRole('button', { name: 'Send a file' }).click();
    const file = { name: 'Contract.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 text') };
    await (await choosing).setFiles(file);
    await expect(screen(page, view).getByText('Contract.pdf is on the cloud phone.')).toBeVisible();
    expect(own.phones.phone(id).files).toEqual([{ name: 'Contract.pdf', type: 'application/pdf', size: 13 }]);
  });

  test('a member controls two cloud phones together, and records what is seen', { tag: '@rarely' }, async ({
    page,
  }) => {
    const who = ownMember('rich');
    const { id: first } = await own.streamedPhone(who);
    const { items } = await callAs(who, listFleet, { sort: 'name' }, own.gateway.url);
    const second = items.find(({ id, online }) => online && id !== first)!;
    await expect
      .poll(async () => !!(await callAs(who, openScreen, { id: second.id }, own.gateway.url)).live, {
        timeout: 60_000,
      })
      .toBe(true);
    const names = items.filter(({ id }) => id === first || id === second.id).map(({ name }) => name);
    await openSignedIn(page, who, `${own.gateway.url}/#/pages/list/equList`);
    await arrive(page, 'pages/list/equList');
    const list = screen(page, 'pages/list/equList');
    await list.getByRole('button', { name: 'Choose cloud phones' }).click();
    for (const name of names) await list.getByRole('checkbox', { name, exact: true }).check();
    await list.getByRole('button', { name: 'Control together' }).click();
    const together = screen(page, 'pages/list/together');
    await expect(together.getByText('1 other cloud phone does the same')).toBeVisible();
    const touched = together.getByRole('application', { name: /^Screen of / });
    const box = (await touched.boundingBox())!;
    await page.touchscreen.tap(box.x + box.width / 4, box.y + box.height / 4);
    for (const id of [first, second.id])
      await expect
        .poll(() => {
          const { at } = own.phones.phone(id);
          return Math.abs(at.x - 90) < 4 && Math.abs(at.y - 160) < 4;
        })
        .toBe(true);
    await together.getByRole('textbox', { name: 'Text to type' }).fill('hello');
    await together.getByRole('button', { name: 'Send', exact: true }).click();
    for (const id of [first, second.id]) await expect.poll(() => own.phones.phone(id).typed).toBe('hello');

    await together.getByRole('button', { name: 'Record' }).click();
    await expect(together.getByText(/^Recording [1-9]\d* s of 60$/)).toBeVisible();
    await together.getByRole('button', { name: 'Stop' }).click();
    const saving = page.waitForEvent('download');
    await together.getByRole('button', { name: 'Save the recording' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/\.mp4$/);
    const path = await file.path();
    const probe = `-v error -count_frames -show_entries stream=width,height,nb_read_frames -of csv=p=0 ${path}`;
    const { stdout, stderr } = spawnSync('ffprobe', probe.split(' '), { encoding: 'utf8' });
    expect(stderr).toBe('');
    const [width, height, frames] = stdout.trim().split(',').map(Number);
    expect([width, height]).toEqual([360, 640]);
    expect(frames).toBeGreaterThan(5);
  });

  test('an engine with Media Source Extensions only sees the cloud phone move too', {
    tag: '@rarely',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'VideoDecoder');
    });
    const who = ownMember('rich');
    const { id } = await own.streamedPhone(who);
    await open(page, who, id);
    const { mark } = own.phones.phone(id);
    await expect.poll(() => shows(page, 'video', [0.5, 0.5], mark)).toBe(true);
    await tap(page, 0.25, 0.25);
    await expect.poll(() => shows(page, 'video', [0.25, 0.25], mark)).toBe(true);
  });

  test('a second page of the member takes the cloud phone over, and the first can take it back', {
    tag: '@rarely',
  }, async ({ page, context }) => {
    const who = ownMember('rich');
    const { id } = await own.streamedPhone(who);
    await open(page, who, id);
    const other = await context.newPage();
    await other.goto(`${own.gateway.url}/#/${view}?id=${id}`);
    await expect(surface(other)).toBeVisible();
    await expect(screen(page, view).getByText('now shown in another place')).toBeVisible();
    await screen(page, view).getByRole('button', { name: 'Show it here' }).click();
    await expect(surface(page)).toBeVisible();
    await expect(screen(other, view).getByText('now shown in another place')).toBeVisible();
  });
});
