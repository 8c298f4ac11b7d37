// @rarely: a file system that is full; bounds.test.ts has the limits of storage

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { measurements } from '../../src/server/measurements';
import { createMetrics } from '../../src/server/metrics/metrics';
import { buildMetrics } from '../../src/server/metrics/serve-metrics';
import { addressOf } from '../../src/server/pictures/address';
import { addMember } from './support/member';
import { openGateway } from './support/open';
import { upload } from './support/upload';

/** A folder on a file system of two megabytes; undefined where none can be mounted, as without root. */
function smallDisk(): { folder: string; end(): void } | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'cloudphone-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return;
  }
  return {
    folder,
    end() {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

const health = async (url: string) => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, ...((await answer.json()) as object) };
};
/** The health once it is like this: a result is reused for two seconds. */
async function until(url: string, uploads: false | undefined) {
  for (let tries = 0; tries < 100; tries++) {
    const state = (await health(url)) as { uploads?: false };
    if (state.uploads === uploads) return state;
    await new Promise((rest) => setTimeout(rest, 100));
  }
  throw new Error(`uploads never became ${uploads}`);
}

test('a full disk takes only uploads away: members see, pay and look at pictures as before', async () => {
  const disk = smallDisk();
  if (!disk) return console.log('left out: no file system can be mounted here, which needs root');
  const gateway = await openGateway({ env: { DATA_DIR: disk.folder } });
  const metrics = createMetrics(gateway.db, Date.now, measurements, { dataDir: disk.folder });
  try {
    const figures = buildMetrics(metrics);
    const { id } = await addMember(gateway);
    const as = await gateway.signIn(id);
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    const taken = await upload(gateway, photo, as);
    assert.is(taken.code, 200);
    assert.match((await figures.inject('/metrics')).body, /^cloudphone_uploads_taken 1$/m);
    try {
      for (let nth = 0; ; nth++)
        writeFileSync(path.join(disk.folder, `filler-${nth}`), Buffer.alloc(nth > 8 ? 1 : 262_144));
    } catch {} // as much as fits

    assert.equal(await until(gateway.url, false), { status: 200, ready: true, uploads: false });
    assert.match((await figures.inject('/metrics')).body, /^cloudphone_uploads_taken 0$/m);
    const refused = await upload(gateway, photo, as);
    assert.is(refused.header.res_code, '5030');
    assert.is((await gateway.send('txUser/getInfo', {}, as)).code, '1');
    const picture = async (width: string) => {
      const fileSecret = await gateway.db.run
        .selectFrom('secret')
        .select('value')
        .where('name', '=', 'files')
        .executeTakeFirstOrThrow();
      return fetch(`${gateway.url}${addressOf(fileSecret.value, taken.id, Date.now())}${width}`);
    };
    assert.is((await picture('')).status, 200);
    const small = await picture('&w=320');
    assert.equal([small.status, small.headers.get('content-type')], [200, 'image/png']);

    for (let nth = 0; nth < 8; nth++) rmSync(path.join(disk.folder, `filler-${nth}`), { force: true });
    assert.equal(await until(gateway.url, undefined), { status: 200, ready: true });
    assert.is((await upload(gateway, photo, as)).code, 200);
    assert.is((await picture('&w=320')).headers.get('content-type'), 'image/jpeg');
  } finally {
    metrics.stop();
    await gateway.close().catch(() => {}); // its folder is a mount, which cannot be removed
    disk.end();
  }
});

test('a gateway whose folder of uploads went away stays ready, and says that it takes none', async () => {
  const gateway = await openGateway({ log: () => {} });
  try {
    rmSync(path.join(gateway.settings.dataDir, 'pictures'), { recursive: true });
    assert.equal(await health(gateway.url), { status: 200, ready: true, uploads: false });
  } finally {
    await gateway.close();
  }
});

test.run();
