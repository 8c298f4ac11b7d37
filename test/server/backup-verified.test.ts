// @rarely: backs up and restores; no call depends on it

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { audit } from '../../src/server/ledger/audit';
import { record } from '../../src/server/operator/trail';
import { act, failure, notedSteps, onPostgres, run } from './support/backups';
import { installed } from './support/installed';
import { addMember } from './support/member';
import { give } from './support/shop';
import { addPicture } from './support/upload';

onPostgres('an encrypted backup is opened by its key only', ['age', 'age-keygen'], async (place) => {
  const { gateway, folder } = place;
  const key = path.join(folder, '.key');
  execFileSync('age-keygen', ['-o', key], { stdio: 'ignore' });
  const recipient = execFileSync('age-keygen', ['-y', key], { encoding: 'utf8' }).trim();
  const { id: owner } = await addMember(gateway);
  const secret = `a picture of ${randomUUID()}`;
  const picture = await addPicture(gateway, owner, secret);
  // one that was copied before encryption was turned on
  await place.backup();
  assert.match(readFileSync(path.join(folder, 'pictures', picture), 'utf8'), secret);
  await place.backup([], { BACKUP_RECIPIENT: recipient });
  assert.equal(readdirSync(path.join(folder, 'pictures')), [`${picture}.age`]);
  for (const file of readdirSync(path.join(folder, 'last')).filter((name) => name.endsWith('.age')))
    assert.match(readFileSync(path.join(folder, 'last', file), 'utf8'), /^age-encryption/);
  assert.not.match(readFileSync(path.join(folder, 'last/database.dump.age'), 'latin1'), 'PGDMP');

  const from = path.join(folder, 'last');
  assert.match(await failure(place.restored(from, async () => {})), 'the backup is encrypted');
  await place.restored(
    from,
    async (db, dataDir) => {
      assert.equal(await audit(db.run), {});
      assert.is(readFileSync(path.join(dataDir, 'pictures', picture), 'utf8'), secret);
    },
    { BACKUP_IDENTITY: key },
  );
  assert.match(await place.backup(['verify'], { BACKUP_IDENTITY: key }), /Verified: /);
});

onPostgres(
  'a backup is verified by what it becomes: books, trail and pictures in a database of its own',
  [],
  async (place) => {
    const { gateway, folder } = place;
    const { id } = await addMember(gateway);
    await give(gateway, id, 'balance', 5_00);
    await record(gateway.db, { ...act, at: new Date() });
    const picture = await addPicture(gateway, id);
    await gateway.db.run.updateTable('picture').set({ used: true }).where('id', '=', picture).execute();
    await place.backup();
    const said = await place.backup(['verify']);
    for (const part of [/Books: \d+ transfers, in order/, /Trail: 1 rows, in order/, /1 named, all there/])
      assert.match(said, part);
    assert.equal(await notedSteps(gateway), ['taken', 'verified']);
    const left = await sql<{ n: number }>`
    select count(*)::int as n from pg_database where datname like 'cloudphone_verify_%'`.execute(
      gateway.db.run,
    );
    assert.is(left.rows[0]?.n, 0);

    rmSync(path.join(folder, 'pictures', picture));
    assert.match(await failure(place.backup(['verify'])), '1 pictures that the database names');
    await gateway.db.run
      .updateTable('account')
      .set((is) => ({ balance: is('balance', '+', 1) }))
      .where('member', '=', id)
      .where('kind', '=', 'balance')
      .execute();
    await place.backup();
    assert.match(await failure(place.backup(['verify'])), 'The books are not in order');
    truncateSync(path.join(folder, 'last/database.dump'), 1000);
    assert.match(await failure(place.backup(['verify'])), 'database.dump');
  },
);

onPostgres(
  'a backup is no good without an object of the archive that its database names',
  [],
  async (place) => {
    const { db, files, settings } = place.gateway;
    const object = `earnings-202403-${randomUUID()}`;
    await files.put(object, Buffer.from('a month'), 'application/gzip');
    const noted = { month: 202403, object, rows: 1, amount: 1, bytes: 7, sha256: '' };
    await db.run
      .insertInto('order_log_archive')
      .values({ ...noted, archived_at: new Date(), back_at: null, checked_at: new Date(), fault: null })
      .execute();
    await place.backup();
    assert.match(await place.backup(['verify']), /1 named, all there/);
    rmSync(path.join(settings.dataDir, 'pictures', object));
    rmSync(path.join(place.folder, 'pictures', object));
    await place.backup();
    assert.match(
      await failure(place.backup(['verify'])),
      '1 pictures that the database names are not in the backup',
    );
  },
);

test('a password in the address of the database is in no argument of a program', async () => {
  const script = `. deploy/common.sh; connection 'postgres://u:p%2Fa%5cb@host:5/db?sslmode=disable'; echo "$connection $PGPASSWORD"; connection 'postgres://u@host/db'; echo "$connection \${PGPASSWORD-none}"`;
  const { stdout } = await run('bash', ['-c', script], { cwd: await installed() });
  assert.equal(stdout.trim().split('\n'), [
    'postgres://u@host:5/db?sslmode=disable p/a\\b',
    'postgres://u@host/db none',
  ]);
});

test.run();
