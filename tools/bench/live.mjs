import { chromium } from '@playwright/test';
import { openPhones } from '../phone/serve.mjs';
import { launchOptions, phone } from '../programs/chromium.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { networks, startSlowNetwork } from './slow-network.mjs';
import { members, signIn } from './visit.mjs';

// How long a touch on the live picture of a cloud phone takes until the picture shows it, and what a minute costs: with the phone of tools/phone,
// whose encoder and drawing are part of it.

const key = 'phones';
const touches = 15;
/** Milliseconds for which bytes are counted, while the mark of the phone moves. */
const countedMs = 15_000;

/**
 * In the page: touches the picture at fractions of its size; returns the milliseconds until it has the colour there.
 * @param {{ x: number, y: number, colour: number[] }} where
 */
async function touchAndSee({ x, y, colour }) {
  const surface = /** @type {HTMLElement} */ (document.querySelector('[role=application]'));
  const shown = /** @type {HTMLCanvasElement | HTMLVideoElement} */ (
    surface.parentElement?.querySelector('canvas, video')
  );
  const paper = document.createElement('canvas');
  [paper.width, paper.height] = [1, 1];
  const drawing = /** @type {CanvasRenderingContext2D} */ (
    paper.getContext('2d', { willReadFrequently: true })
  );
  const isThere = () => {
    const [wide, high] =
      shown instanceof HTMLVideoElement ? [shown.videoWidth, shown.videoHeight] : [shown.width, shown.height];
    drawing.drawImage(shown, x * wide, y * high, 1, 1, 0, 0, 1, 1);
    const { data } = drawing.getImageData(0, 0, 1, 1);
    return colour.every((value, at) => Math.abs(value - (data[at] ?? 0)) < 60);
  };
  const { left, top, width, height } = surface.getBoundingClientRect();
  const began = performance.now();
  for (const name of ['pointerdown', 'pointerup'])
    surface.dispatchEvent(
      new PointerEvent(name, {
        bubbles: true,
        pointerId: 1,
        clientX: left + x * width,
        clientY: top + y * height,
      }),
    );
  while (!isThere()) {
    if (performance.now() - began > 20_000) return Number.NaN;
    await new Promise((frame) => requestAnimationFrame(frame));
  }
  return performance.now() - began;
}

/** Counts what is drawn on canvases, for `framesOf`. */
function countDrawings() {
  const { prototype } = CanvasRenderingContext2D;
  const draw = prototype.drawImage;
  prototype.drawImage = function (/** @type {any[]} */ ...what) {
    Object.assign(window, { drawn: (Reflect.get(window, 'drawn') ?? 0) + 1 });
    return Reflect.apply(draw, this, what);
  };
}

/** Pictures that the screen has shown so far. */
const framesOf = () =>
  document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ??
  Reflect.get(window, 'drawn') ??
  0;

/** Measured lines, and how many times the processor of the page is slowed down. @type {[keyof typeof networks | undefined, number][]} */
const conditions = [
  [undefined, 1],
  ['4G', 1],
  ['4G', 4],
  ['4G', 6],
  ['slow 4G', 1],
  ['slow 4G', 4],
  ['slow 4G', 6],
  ['3G', 1],
  ['3G', 4],
  ['3G', 6],
];

/**
 * A table for each network and each way of an engine.
 * @param {string} program
 */
export async function benchLive(program) {
  const phones = await openPhones({ key });
  if (!phones.streams) {
    await phones.close();
    return 'Not measured: it needs ffmpeg.';
  }
  const machines = { MACHINES: 'stand-in', MACHINES_API_URL: phones.url, MACHINES_API_KEY: key };
  const gateway = await startGateway({ program, ...machines });
  const proxy = await startSlowNetwork();
  const browser = await chromium.launch({ ...launchOptions(), proxy: { server: proxy.address } });
  const baseURL = gateway.url.replace('127.0.0.1', 'localhost');
  /** @type {string[]} */
  const rows = [];
  try {
    const about = { ...phone, baseURL, locale: 'en-US' };
    const storageState = await signIn(await browser.newContext(about), members.demo);
    for (const engine of ['WebCodecs', 'Media Source Extensions'])
      for (const [network, rate] of conditions) {
        const context = await browser.newContext({ ...about, storageState });
        if (engine !== 'WebCodecs')
          await context.addInitScript(() => void Reflect.deleteProperty(window, 'VideoDecoder'));
        await context.addInitScript(countDrawings);
        const page = await context.newPage();
        await page.goto('/');
        await page
          .getByRole('link')
          .filter({ hasText: /Running tasks\s*[1-9]/ })
          .first()
          .click();
        await page
          .getByRole('link', { name: /^Screen of / })
          .first()
          .click();
        // its provider says once after the start that it streams
        for (let tries = 0; tries < 30; tries++) {
          const found = await page
            .locator('[role=application]')
            .waitFor({ timeout: 4_000 })
            .then(
              () => true,
              () => false,
            );
          if (found) break;
          await page.reload();
        }
        const id = new URL(page.url().replace('#', '')).searchParams.get('id') ?? '';
        const { mark } = phones.phone(id);
        proxy.slow(network && networks[network]);
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate });
        /** @type {number[]} */
        const times = [];
        for (let touch = 0; touch < touches; touch++) {
          const where = { x: touch % 2 ? 0.25 : 0.75, y: 0.2 + (touch % 5) * 0.15, colour: mark };
          times.push(await page.evaluate(touchAndSee, where));
        }
        const [before, framesBefore] = [proxy.tunnelled(), await page.evaluate(framesOf)];
        const moving = setInterval(
          () => phones.phone(id).touch(Math.random() * 360, Math.random() * 640),
          100,
        );
        await page.waitForTimeout(countedMs);
        clearInterval(moving);
        const frames = ((await page.evaluate(framesOf)) - framesBefore) / (countedMs / 1000);
        const kilobytes = ((proxy.tunnelled() - before) * 60_000) / countedMs / 1000;
        const [, said = ''] =
          /· (\d+) ms/.exec((await page.locator('[data-screen]:visible').textContent()) ?? '') ?? [];
        times.sort((one, other) => one - other);
        const at = (/** @type {number} */ part) =>
          (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(0);
        rows.push(
          `| ${engine} | ${network ?? 'this machine'} | ${rate === 1 ? '' : `÷ ${rate}`} | ${at(0.5)} ms | ${at(0.9)} ms | ${said} ms | ${frames.toFixed(1)} | ${(kilobytes / 1000).toFixed(2)} MB |`,
        );
        proxy.slow(undefined);
        await context.close();
      }
  } finally {
    await browser.close();
    proxy.close();
    await gateway.stop();
    await phones.close();
  }
  return `| Engine | Network | Processor | Touch to picture, median | 90 % | Shown delay | Pictures a second | A minute |\n|---|---|---|--:|--:|--:|--:|--:|\n${rows.join('\n')}`;
}
