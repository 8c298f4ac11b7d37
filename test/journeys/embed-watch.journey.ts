import type { FrameLocator, Page } from '@playwright/test';
import { askToWatch, mintToken, openWatch, watchState } from '../../src/partner/mint';
import { canStream } from '../../tools/phone/encoder.mjs';
import { arrived, element, embed, expect, htmlOf, partner, test } from './support/embed-host';
import { arrive, openSignedIn, ownMember, screen, type Who } from './support/journey';
import { type Streaming, startStreaming } from './support/streaming';

const [view, list] = ['pages/list/screen', 'pages/list/watches'];

test.describe('a partner’s support', () => {
  test.skip(!canStream(), 'it needs ffmpeg: apt-get install ffmpeg');
  test.describe.configure({ mode: 'default' }); // one gateway for all of them
  let own: Streaming;
  test.beforeAll(async ({ host }) => {
    test.setTimeout(90_000); // a gateway that starts
    own = await startStreaming({
      PARTNERS: JSON.stringify([
        { id: partner, name: 'Shop', secret: process.env.PARTNER_SECRET!, origins: [host.origin] },
      ]),
    });
  });
  test.afterAll(() => own?.end());

  const account = () => ({ gateway: own.gateway.url, id: partner, secret: process.env.PARTNER_SECRET! });
  const ask = (who: Who, phone: string, origin: string) =>
    askToWatch(account(), {
      member: who.account,
      phone,
      person: 'Ann',
      reason: 'The game does not start',
      origin,
    });
  /** The colour of the picture in the middle, as text. */
  const middleOf = (frame: FrameLocator) =>
    frame.locator('canvas').evaluate((shown) => {
      const paper = document.createElement('canvas');
      [paper.width, paper.height] = [36, 64];
      const drawing = paper.getContext('2d')!;
      drawing.drawImage(shown as HTMLCanvasElement, 0, 0, 36, 64);
      return drawing.getImageData(0, 0, 36, 64).data.join();
    });

  test('watches a cloud phone once its member has said yes in the app, until the member ends it', {
    tag: '@rarely',
  }, async ({ page, host, context }) => {
    test.setTimeout(120_000);
    const who = ownMember('rich');
    const { id: phone, name } = await own.streamedPhone(who);
    await openSignedIn(page, who, `${own.gateway.url}/#/${view}?id=${phone}`);
    await arrive(page, view);
    const surface = screen(page, view).getByRole('application', { name: /^Screen of / });
    await expect(surface).toBeVisible();

    const { id } = await ask(who, phone, host.origin);
    await expect(screen(page, view).getByText(`Ann of Shop asks to watch ${name}`)).toBeVisible({
      timeout: 15_000,
    });
    await screen(page, view).getByRole('link', { name: 'Read and answer' }).click();
    await arrive(page, list);
    await expect(screen(page, list).getByText('The game does not start')).toBeVisible();
    await screen(page, list).getByRole('button', { name: 'Allow for 10 minutes' }).click();
    await expect(screen(page, list).getByText(`Ann of Shop may watch ${name} now`)).toBeVisible();

    const support: Page = await context.newPage();
    const { url } = await openWatch(account(), { member: who.account, id });
    host.pages['/support'] = htmlOf(
      `<iframe src="${url}" width="340" height="700" title="Cloudphone"></iframe>`,
    );
    await support.goto(`${host.origin}/support`);
    const frame = support.frameLocator('iframe');
    await expect(frame.locator('canvas')).toBeVisible({ timeout: 15_000 });
    await expect(frame.getByText(/^\d+:\d\d left$/)).toBeVisible();
    const before = await middleOf(frame);
    await page.bringToFront();
    await page.goBack();
    await expect(screen(page, view).getByText(`Ann of Shop is watching ${name}`)).toBeVisible({
      timeout: 15_000,
    });
    await expect(surface).toBeVisible();
    await surface.scrollIntoViewIfNeeded();
    const box = (await surface.boundingBox())!;
    await page.touchscreen.tap(box.x + box.width / 4, box.y + box.height / 4);
    await support.bringToFront();
    await expect.poll(() => middleOf(frame)).not.toBe(before);
    await expect
      .poll(async () => (await watchState(account(), { act: 'get', member: who.account, id })).state)
      .toBe('watching');

    await page.bringToFront();
    await screen(page, view).getByRole('button', { name: 'End now' }).click();
    await support.bringToFront();
    await expect(frame.getByText('Watching has ended.')).toBeVisible();
    await expect(frame.locator('canvas')).toHaveCount(0);
    await support.reload();
    await expect(frame.getByText('Watching has ended.')).toBeVisible();
    await page.bringToFront();
    await expect(screen(page, view).getByText('is watching')).toHaveCount(0);
    await page.goto(`${own.gateway.url}/#/${list}`);
    await arrive(page, list);
    await expect(
      screen(page, list).getByText(/Asked .* · allowed .* · watched from .* · ended by you/),
    ).toBeVisible();
  });

  test('asks in its own page too, which leads to ours for the answer', { tag: '@rarely' }, async ({
    page,
    host,
  }) => {
    test.setTimeout(120_000);
    const who = ownMember('rich');
    const { id: phone } = await own.streamedPhone(who);
    host.answer = ({ feature }) =>
      mintToken(account(), { member: who.account, feature, scopes: 'all', origin: host.origin });
    await host.open(
      page,
      element('screen', `route="/${view}?id=${phone}"`) +
        `<script type="module" src="${own.gateway.url}/v1/embed.js"></script>`,
    );
    await arrived(page, 'screen');
    await ask(who, phone, host.origin);
    const inside = embed(page, 'screen');
    await expect(inside.getByText('The support of this site asks to watch this cloud phone')).toBeVisible({
      timeout: 15_000,
    });
    await expect(inside.getByRole('button', { name: /Allow/ })).toHaveCount(0);
    const answer = inside.getByRole('link', { name: 'Read and answer' });
    await expect(answer).toHaveAttribute('href', `${own.gateway.url}/#/${list}`);
  });
});
