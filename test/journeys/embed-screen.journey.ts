import { mintToken } from '../../src/partner/mint';
import { canStream } from '../../tools/phone/encoder.mjs';
import { arrived, arrivedInFrame, element, embed, expect, partner, test } from './support/embed-host';
import type { Inside } from './support/embed-money';
import { ownMember } from './support/journey';
import { type Streaming, startStreaming } from './support/streaming';

const view = '[data-screen="pages/list/screen"]';

test.describe('a phone that streams, in a partner’s page', () => {
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

  /** Whether the live picture has a colour at a place in fractions of its size. */
  const shows = (inside: Inside, [x, y]: [number, number], colour: readonly number[]) =>
    inside.locator(`${view} canvas`).evaluate(
      (shown, { x, y, colour }) => {
        const paper = document.createElement('canvas');
        [paper.width, paper.height] = [360, 640];
        const drawing = paper.getContext('2d')!;
        drawing.drawImage(shown as HTMLCanvasElement, 0, 0, 360, 640);
        const { data } = drawing.getImageData(Math.round(x * 360), Math.round(y * 640), 1, 1);
        return colour.every((value, at) => Math.abs(value - data[at]!) < 40);
      },
      { x, y, colour },
    );

  for (const mode of ['shadow', 'iframe'] as const)
    test(`in ${mode} mode, a member touches a live cloud phone, and without its scope only looks`, {
      tag: '@rarely',
    }, async ({ page, host }) => {
      test.setTimeout(120_000);
      const who = ownMember('rich');
      const { id, name, serialNumber } = await own.streamedPhone(who);
      let scopes: 'all' | string[] = 'all';
      host.answer = ({ feature }) =>
        mintToken(
          { gateway: own.gateway.url, id: partner, secret: process.env.PARTNER_SECRET! },
          { member: who.account, feature, scopes, origin: host.origin },
        );
      const open = async (feature: 'devices' | 'screen', more = ''): Promise<Inside> => {
        const script = `<script type="module" src="${own.gateway.url}/v1/embed.js"></script>`;
        await host.open(page, element(feature, `mode="${mode}" ${more}`) + script);
        if (mode === 'iframe') return arrivedInFrame(page, feature);
        await arrived(page, feature);
        return embed(page, feature);
      };
      // from the list of devices, by the thumbnail in the row
      const inside = await open('devices', `route="/pages/list/equList?serialNumber=${serialNumber}"`);
      await inside.getByRole('link', { name: `Screen of ${name}`, exact: true }).click();
      const surface = inside.locator(view).getByRole('application', { name: /^Screen of / });
      await expect(surface).toBeVisible();
      const { mark } = own.phones.phone(id);
      await expect.poll(() => shows(inside, [0.5, 0.5], mark)).toBe(true);
      await surface.scrollIntoViewIfNeeded();
      const box = (await surface.boundingBox())!;
      await page.touchscreen.tap(box.x + box.width / 4, box.y + box.height / 4);
      await expect.poll(() => shows(inside, [0.25, 0.25], mark)).toBe(true);
      await inside.getByRole('textbox', { name: 'Text to type' }).fill('hello');
      await inside.getByRole('button', { name: 'Send', exact: true }).click();
      await expect.poll(() => own.phones.phone(id).typed).toBe('hello');
      await inside.getByRole('button', { name: 'Back', exact: true }).first().click();
      await expect(inside.getByRole('link', { name: `Screen of ${name}`, exact: true })).toBeVisible();

      scopes = ['screen:read'];
      const reading = await open('screen', `route="/pages/list/screen?id=${id}"`);
      await expect(reading.getByText(/^Live · \d+ ms$/)).toBeVisible();
      await expect(reading.locator(`${view} canvas`)).toBeVisible();
      await expect(reading.getByRole('application')).toHaveCount(0);
      await expect(reading.getByRole('button', { name: 'Home' })).toHaveCount(0);
    });
});
