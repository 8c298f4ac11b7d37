import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import sharp from 'sharp';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openPglite } from '../../src/server/db/pglite';
import { openPostgres } from '../../src/server/db/postgres';
import { audit } from '../../src/server/ledger/audit';
import { checkTrail, record } from '../../src/server/operator/trail';
import { folderStore } from '../../src/server/pictures/folder-store';
import { addressOf, asAdmin, engine } from './support/database';
import { addMember } from './support/member';
import { openGateway } from './support/open';
import { give } from './support/shop';
import { upload } from './support/upload';

const run = promisify(execFile);
const versions = '/usr/lib/postgresql';
/** `pg_dump` belongs to PostgreSQL's own programs, which a machine that fetches its server for the tests lacks. */
const installed = existsSync(versions) || existsSync('/usr/bin/pg_dump');

const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: `#${randomUUID().slice(0, 6)}` } })
    .png()
    .toBuffer();

if (engine === 'pg' && installed)
  test('a backup that is taken while members are at work is whole: books, trail, and every picture it names', async () => {
    const gateway = await openGateway();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-backup-'));
    const restored = `cloudphone_${randomUUID().replace(/-/g, '')}`;
    const members = await Promise.all([1, 2, 3, 4].map(() => addMember(gateway)));
    let working = true;
    let done = 0;
    const work = async ({ id }: { id: string }) => {
      const as = await gateway.signIn(id);
      while (working) {
        await give(gateway, id, 'balance', 1_00);
        const sent = await upload(gateway, await photo(), as);
        if (sent.code === 200) done++;
        const row = {
          operator: 'x',
          name: 'x',
          role: 'admin',
          ip: '',
          action: 'jobs/:id/retry',
          target: 'x',
        };
        await record(gateway.db, {
          ...row,
          at: new Date(),
          phase: 'done',
          of: null,
          input: null,
          before: null,
          after: null,
          status: 200,
          request: 'x',
        });
      }
    };
    const working4 = Promise.all(members.map(work));
    while (done < 8) await new Promise((rest) => setTimeout(rest, 20));
    const { rows: found } = await sql<{ name: string }>`select current_database() as name`.execute(
      gateway.db.run,
    );
    const env = (url: string, dataDir: string) => ({ ...process.env, DATABASE_URL: url, DATA_DIR: dataDir });
    const from = addressOf(found[0]!.name);
    await run('deploy/backup.sh', [folder], { env: env(from, gateway.settings.dataDir) });
    const before = done;
    // once more into the same folder, as every night
    await run('deploy/backup.sh', [folder], { env: env(from, gateway.settings.dataDir) });
    working = false;
    await working4;
    assert.ok(done >= before && before >= 8);

    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-restored-'));
    await asAdmin(`create database ${restored}`);
    await run('deploy/restore.sh', [folder], { env: env(addressOf(restored), dataDir) });
    const db = await openPostgres(addressOf(restored), () => {});
    try {
      assert.equal(await audit(db.run), {});
      assert.ok((await checkTrail(db.run)).inOrder);
      const pictures = await db.run.selectFrom('picture').select('id').execute();
      assert.ok(pictures.length >= 8);
      const files = folderStore(dataDir);
      for (const { id } of pictures) {
        const file = await files.get(id);
        assert.ok(file && file.size > 0, `${id} is named and not there`);
        await file.close();
      }
    } finally {
      await db.close();
      await asAdmin(`drop database ${restored} with (force)`);
      await gateway.close();
      await Promise.all([folder, dataDir].map((one) => rm(one, { recursive: true })));
    }
  });

test('the embedded database is copied with its folder, while its gateway is stopped', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-copy-'));
  const first = await openPglite(path.join(folder, 'data/db'));
  await first.run.schema.createTable('kept').addColumn('id', 'integer').execute();
  await first.close();
  await cp(path.join(folder, 'data'), path.join(folder, 'copy'), { recursive: true });
  const second = await openPglite(path.join(folder, 'copy/db'));
  const tables = await second.run.introspection.getTables();
  assert.ok(tables.some(({ name }) => name === 'kept'));
  await second.close();
  await rm(folder, { recursive: true });
});

test.run();
