import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embedFeatures } from '../../src/contract/embed/features';
import { mintToken } from '../../src/partner/mint';
import { keepRelease } from '../../tools/build/release.mjs';
import { startSeededGateway } from '../../tools/programs/seeded-gateway.mjs';
import { embed, expect, partner, test } from './support/embed-host';

/**
 * Another build of the embeds in `home`, as a deployment leaves it: another loader under `version`, and none of the files behind the
 * loader of before.
 */
function deploy(home: string, before: string, version: string) {
  rmSync(join(home, 'dist'), { recursive: true, force: true });
  for (const part of ['app', 'embed', 'server'])
    cpSync(`dist/${part}`, join(home, 'dist', part), { recursive: true });
  const built = join(home, 'dist/embed');
  rmSync(join(built, 'c'), { recursive: true });
  mkdirSync(join(built, 'c'));
  if (version !== before) renameSync(join(built, before), join(built, version));
  for (const folder of ['v1', version]) {
    for (const packed of ['br', 'gz']) rmSync(join(built, folder, `embed.js.${packed}`), { force: true });
    writeFileSync(join(built, folder, 'embed.js'), 'throw new Error("another build");');
  }
  writeFileSync(join(built, 'sri.json'), JSON.stringify({ version, files: {} }));
  writeFileSync(`${built}-files.json`, '[]');
  return built;
}

test('a page that pinned a release runs it after a rebuild, and after a later version was deployed', {
  tag: '@rarely', // test/server/embed-releases asks for the same files without a browser
}, async ({ page, host }) => {
  test.setTimeout(180_000);
  const home = mkdtempSync('dist/pinned-'); // here, so that the server finds its packages
  const releases = join(home, 'releases');
  const secret = process.env.PARTNER_SECRET!;
  try {
    const pinned = await keepRelease('dist/embed', releases);
    const { files } = JSON.parse(readFileSync(join(releases, pinned, 'sri.json'), 'utf8'));
    const address = `/${pinned}/embed.js`;
    for (const version of [pinned, '99.0.0']) {
      const built = deploy(home, pinned, version);
      const kept = await keepRelease(built, releases).catch((error) => String(error));
      expect(kept).toMatch(version === pinned ? 'given out with other bytes' : version);
      const gateway = await startSeededGateway(JSON.parse(process.env.SEEDED!), {
        program: join(home, 'dist/server/main.mjs'),
        RELEASES_DIR: releases,
        PARTNERS: JSON.stringify([{ id: partner, name: 'Shop', secret, origins: [host.origin] }]),
      });
      const account = { gateway: gateway.url, id: partner, secret };
      host.answer = ({ feature }) =>
        mintToken(account, {
          member: 'demo',
          feature,
          scopes: embedFeatures[feature].scopes,
          origin: host.origin,
        });
      await host.open(
        page,
        `<cloudphone-wallet partner="${partner}" token-endpoint="/token"></cloudphone-wallet>` +
          `<script type="module" src="${gateway.url}${address}" integrity="${files[address]}" crossorigin></script>`,
      );
      await embed(page).getByRole('link', { name: 'Withdraw', exact: true }).click(); // a screen that loads then
      await expect(embed(page).getByRole('textbox', { name: 'Amount' })).toBeVisible();
      expect(await page.evaluate(() => (globalThis as any).CloudPhone.version)).toBe(pinned);
      await page.goto('about:blank');
      await gateway.stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
