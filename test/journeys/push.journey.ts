import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error: it has no types
import ece from 'http_ece';
import { launchOptions } from '../../tools/programs/chromium.mjs';
import { arrive, expect, openSignedIn, ownMember, screen, test } from './support/journey';
import { sendSupport } from './support/push-message';

const path = 'pages/mine/notifications';

// the engine without a window denies every notification
test.use({ launchOptions: launchOptions() });

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

  test('a member turns push on, and the message that the gateway sends is shown by the browser', {
    tag: '@rarely',
  }, async ({ page, baseURL }) => {
    // stands in for the push service of the browser's maker, which a test must not need
    const browser = createECDH('prime256v1');
    const p256dh = browser.generateKeys('base64url', 'uncompressed');
    const authSecret = randomBytes(16).toString('base64url');
    const pushed: Buffer[] = [];
    const service = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      pushed.push(Buffer.concat(parts));
      response.writeHead(201).end();
    });
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
    try {
      const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/push`;
      await page.addInitScript(
        (made) => {
          PushManager.prototype.subscribe = async () =>
            ({ toJSON: () => made, unsubscribe: async () => true }) as unknown as PushSubscription;
        },
        { endpoint, keys: { p256dh, auth: authSecret } },
      );
      const who = ownMember('new');
      await openSignedIn(page, who, `/#/${path}`);
      await arrive(page, path);
      const permission = await page.evaluate(() => Notification.permission);
      test.skip(permission === 'denied', 'this engine shows no notifications');
      await page.evaluate(() => navigator.serviceWorker.ready);
      await screen(page, path).getByRole('button', { name: 'Turn on push notifications' }).click();
      await expect(screen(page, path)).toContainText('Turn off on this device');

      await sendSupport(who.account, 'Your invoice is ready');
      await expect.poll(() => pushed.length, { timeout: 15_000 }).toBe(1);
      const data = ece
        .decrypt(pushed[0]!, { version: 'aes128gcm', privateKey: browser, authSecret })
        .toString();

      const devtools = await page.context().newCDPSession(page);
      const registered = new Promise<string>((found) =>
        devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          if (registrations[0]) found(registrations[0].registrationId);
        }),
      );
      await devtools.send('ServiceWorker.enable');
      const registrationId = await registered;
      const shown = () =>
        page.evaluate(async () =>
          (await (await navigator.serviceWorker.ready).getNotifications()).map(
            ({ title, body, tag, data, lang }) => ({ title, body, tag, data, lang }),
          ),
        );
      // twice: the second takes the place of the first
      for (let time = 0; time < 2; time++)
        await devtools.send('ServiceWorker.deliverPushMessage', { origin: baseURL!, registrationId, data });
      await expect.poll(shown).toEqual([
        {
          title: 'Message from Cloudphone',
          body: 'Open Cloudphone to read it.',
          tag: 'pages/list/systemMsg',
          data: 'pages/list/systemMsg',
          lang: 'en',
        },
      ]);
      expect(JSON.stringify(await shown())).not.toContain('invoice');
    } finally {
      service.close();
    }
  });
});
