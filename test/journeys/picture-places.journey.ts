import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { arrive, expect, field, openSignedIn, ownMember, picture, screen, test } from './support/journey';
import { startOwnGateway } from './support/own-gateway';

const compose = 'pages/tabbar/addDynamic';
const feed = 'pages/tabbar/dynamic';
const asking = 'pages/mine/createWorkOrder';
const detail = 'pages/mine/workOrderDetail';

/** A simulated store and picture service of a deployment; it records its requests. */
async function startPlace() {
  const asked: { path: string; body: string }[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, headers, url = '' } = request;
    const cors = {
      'access-control-allow-origin': headers.origin ?? '*',
      'access-control-allow-headers': 'content-type',
    };
    if (method === 'OPTIONS') return response.writeHead(204, cors).end();
    asked.push({ path: `${method} ${url}`, body });
    if (method !== 'POST')
      return response.writeHead(200, { 'content-type': 'image/png' }).end(picture.buffer);
    const { id } = JSON.parse(body);
    response.writeHead(200, { ...cors, 'content-type': 'application/json' });
    response.end(JSON.stringify({ url: `http://${headers.host}/shown/${id}` }));
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, stop: () => server.close() };
}

async function choose(page: Page, path: string) {
  const uploaded = page.waitForResponse(/\/api\/upload$/);
  await screen(page, path).locator('input[type=file]').first().setInputFiles(picture);
  await (await uploaded).finished();
  await expect(screen(page, path).getByText(/Uploading/)).toHaveCount(0);
}

// test/unit/core/picture.test.tsx tells of the addresses at each change
test.describe('pictures of a deployment’s own', { tag: '@rarely' }, () => {
  test('in a cloud store they are found by their ids, in a post too', async ({ page }) => {
    const place = await startPlace();
    const gateway = await startOwnGateway({ CLOUD_STORE_URL: `${place.url}/pictures` });
    try {
      await openSignedIn(page, ownMember('rich'), `${gateway.url}/#/${compose}`);
      await arrive(page, compose);
      await field(page, 'text').fill('From the store');
      await choose(page, compose);
      await page.getByRole('button', { name: 'Post' }).click();
      await arrive(page, feed);
      const shown = screen(page, feed)
        .getByRole('article')
        .filter({ hasText: 'From the store' })
        .locator('img')
        .last();
      await expect(shown).toHaveAttribute('src', new RegExp(`^${place.url}/pictures/[0-9a-f-]{36}$`));
      await expect(shown).not.toHaveJSProperty('naturalWidth', 0);
    } finally {
      await gateway.stop();
      place.stop();
    }
  });

  test('a service for them is asked by a post with the id, and its address is shown', async ({ page }) => {
    const place = await startPlace();
    const gateway = await startOwnGateway({ SERVICES_URL: `${place.url}/base` });
    try {
      await openSignedIn(page, ownMember('rich'), `${gateway.url}/#/${asking}`);
      await arrive(page, asking);
      await field(page, 'title').fill('The screen stays black');
      await field(page, 'description').fill('Since this morning.');
      await choose(page, asking);
      await screen(page, asking).getByRole('button', { name: 'Submit' }).click();
      await arrive(page, detail);
      const shown = screen(page, detail).getByRole('button', { name: 'Image 1' }).locator('img');
      await expect(shown).toHaveAttribute('src', new RegExp(`^${place.url}/shown/[0-9a-f-]{36}$`));
      await expect(shown).not.toHaveJSProperty('naturalWidth', 0);
      expect(place.asked[0]).toMatchObject({ path: 'POST /base/picture/load' });
      expect(Object.keys(JSON.parse(place.asked[0]!.body))).toEqual(['id']);
    } finally {
      await gateway.stop();
      place.stop();
    }
  });
});
