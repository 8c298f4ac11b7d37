// @rarely: the files of earlier releases of the embeds

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readReleases } from '../../src/server/embed/releases';
import { keepRelease } from '../../tools/build/release.mjs';
import { env } from './support/embed';
import { openGateway } from './support/open';

const test = suite<{ home: string }>('releases of the embeds');
test.before.each(async (context) => {
  context.home = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-releases-'));
});
test.after.each(({ home }) => rm(home, { recursive: true, force: true }));

const integrity = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const chunkOf = (text: string) => `${createHash('sha256').update(text).digest('base64url')}.js`;

/** Builds a version whose loader says `text`, as the build leaves it in `dist`: nothing of the one before is there. */
function build(home: string, version: string, text: string) {
  const built = path.join(home, 'dist/embed');
  rmSync(path.join(home, 'dist'), { recursive: true, force: true });
  const chunk = chunkOf(text);
  const put = (name: string, content: string) => {
    mkdirSync(path.dirname(path.join(built, name)), { recursive: true });
    writeFileSync(path.join(built, name), content);
  };
  const loader = `import "../c/${chunk}"`;
  put(`c/${chunk}`, text);
  put('v1/embed.js', loader);
  put(`${version}/embed.js`, loader);
  put('sri.json', JSON.stringify({ version, files: { [`/${version}/embed.js`]: integrity(loader) } }));
  writeFileSync(`${built}-files.json`, JSON.stringify([chunk]));
  return { built, chunk, integrity: integrity(loader) };
}

/** The response of a gateway that is started on the current build. */
async function serving(home: string, look: (get: (at: string) => Promise<Response>) => Promise<void>) {
  const releases = path.join(home, 'releases');
  const gateway = await openGateway({
    staticRoot: path.join(home, 'dist/app'),
    env: { ...env, RELEASES_DIR: releases },
  });
  await look((at) => fetch(gateway.url + at)).finally(() => gateway.close());
}

test('a page that pinned a release has it, and all behind it, after the next one is deployed', async ({
  home,
}) => {
  const releases = path.join(home, 'releases');
  const first = build(home, '1.0.0', 'old()');
  assert.is(await keepRelease(first.built, releases), '1.0.0');
  const second = build(home, '1.0.1', 'new()');
  await keepRelease(second.built, releases);
  await serving(home, async (get) => {
    for (const [version, { integrity: hash, chunk }] of [
      ['1.0.0', first],
      ['1.0.1', second],
    ] as const) {
      const loader = await get(`/${version}/embed.js`);
      assert.is(loader.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.is(loader.headers.get('access-control-allow-origin'), '*');
      assert.is(integrity(await loader.text()), hash);
      assert.is(chunkOf(await (await get(`/c/${chunk}`)).text()), chunk);
    }
    const said = await (await get('/sri.json')).json();
    assert.is(said.version, '1.0.1');
    assert.equal(said.files, { '/1.0.0/embed.js': first.integrity, '/1.0.1/embed.js': second.integrity });
  });
});

test('releases are listed newest first, each with the day until which it is served', async ({ home }) => {
  const releases = path.join(home, 'releases');
  const at = new Date('2026-09-30T12:00:00Z');
  for (const version of ['1.9.0', '1.10.0', '1.9.12']) {
    await keepRelease(build(home, version, `v${version}()`).built, releases);
    utimesSync(path.join(releases, version, 'sri.json'), at, at);
  }
  mkdirSync(path.join(releases, '1.0.1'));
  const { built } = build(home, '1.9.12', 'v1.9.12()');
  const since = at.toISOString();
  const kept = { since, servedUntil: '2028-03-30T12:00:00.000Z' };
  assert.equal(await readReleases(built, releases), [
    { version: '1.10.0', current: false, ...kept },
    { version: '1.9.12', current: true, ...kept },
    { version: '1.9.0', current: false, ...kept },
  ]);
  const next = build(home, '2.0.0', 'next()');
  const [newest, ...others] = await readReleases(next.built, releases);
  assert.equal([newest, others.length], [{ version: '2.0.0', current: true }, 3]);
  assert.equal(await readReleases(path.join(home, 'none'), path.join(home, 'none')), []);
});

test('a release that was given out is not given out again with other bytes', async ({ home }) => {
  const releases = path.join(home, 'releases');
  const first = build(home, '1.0.0', 'old()');
  await keepRelease(first.built, releases);
  await keepRelease(first.built, releases); // the same is no mistake
  const rebuilt = build(home, '1.0.0', 'changed()');
  const refusal = await keepRelease(rebuilt.built, releases).catch((error) => String(error));
  assert.match(refusal, 'Release 1.0.0 has been given out with other bytes');
  assert.equal(readdirSync(path.join(releases, 'c')), [first.chunk]);
  await serving(home, async (get) => {
    assert.is(integrity(await (await get('/1.0.0/embed.js')).text()), first.integrity);
    assert.is((await (await get('/sri.json')).json()).files['/1.0.0/embed.js'], first.integrity);
    assert.is(
      integrity(await (await get('/v1/embed.js')).text()),
      rebuilt.integrity,
      'the channel is what was built',
    );
  });
});

test.run();
