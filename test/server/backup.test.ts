// @rarely: backs up and restores; no call depends on it

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openPglite } from '../../src/server/db/pglite';
import { audit } from '../../src/server/ledger/audit';
import { checkTrail, record } from '../../src/server/operator/trail';
import { folderStore } from '../../src/server/pictures/folder-store';
import { act, backupsIn, failure, notedSteps, onPostgres } from './support/backups';
import { addressOf } from './support/database';
import { addMember } from './support/member';
import { give } from './support/shop';
import { addPicture, upload } from './support/upload';

const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: `#${randomUUID().slice(0, 6)}` } })
    .png()
    .toBuffer();

onPostgres(
  'a backup taken while members work is whole: books, trail, and each picture it names',
  [],
  async (place) => {
    const { gateway, folder } = place;
    const members = await Promise.all([1, 2, 3, 4].map(() => addMember(gateway)));
    let working = true;
    let done = 0;
    const work = async ({ id }: { id: string }) => {
      const as = await gateway.signIn(id);
      while (working) {
        await give(gateway, id, 'balance', 1_00);
        const sent = await upload(gateway, await photo(), as);
        if (sent.code === 200) done++;
        await record(gateway.db, { ...act, at: new Date() });
      }
    };
    const workers = Promise.all(members.map(work));
    while (done < 8) await new Promise((rest) => setTimeout(rest, 20));
    await place.backup();
    const before = done;
    while (done < before + 4) await new Promise((rest) => setTimeout(rest, 20));
    await place.backup();
    working = false;
    await workers;
    assert.is(backupsIn(folder).length, 2);

    await place.restored(path.join(folder, 'last'), async (db, dataDir) => {
      assert.equal(await audit(db.run), {});
      assert.ok((await checkTrail(db.run)).inOrder);
      const pictures = await db.run.selectFrom('picture').select('id').execute();
      assert.ok(pictures.length >= before + 4);
      const files = folderStore(dataDir);
      for (const { id } of pictures) {
        const file = await files.get(id);
        assert.ok(file && file.size > 0, `${id} is named and not there`);
        await file.close();
      }
    });
    assert.equal(await notedSteps(gateway), ['taken']);
  },
);

onPostgres(
  'a backup that fails leaves the last good one, says why, and keeps nothing of its own',
  [],
  async (place) => {
    const { gateway, folder } = place;
    await addPicture(gateway, (await addMember(gateway)).id);
    await place.backup();
    const before = [readdirSync(folder), readFileSync(path.join(folder, 'last/taken'), 'utf8')];
    const broken: [env: Record<string, string>, why: RegExp][] = [
      [{ DATABASE_URL: addressOf(`cloudphone_${randomUUID()}`) }, /does not exist/],
      [{ DATA_DIR: path.join(folder, 'nowhere') }, /No such file/],
      [{ BACKUP_RECIPIENT: 'age1nobody' }, /age/],
    ];
    for (const [env, why] of broken) {
      assert.match(await failure(place.backup([], env)), why);
      assert.equal([readdirSync(folder), readFileSync(path.join(folder, 'last/taken'), 'utf8')], before);
    }
    assert.equal(await notedSteps(gateway), ['taken']);
  },
);

for (const [program, setting] of [
  ['rsync', 'BACKUP_RSYNC'],
  ['rclone', 'BACKUP_RCLONE'],
] as const)
  onPostgres(
    `a picture that was erased leaves the backup and its copy by ${program} after some days, not before`,
    [program],
    async (place) => {
      const { gateway, folder } = place;
      const other = `${folder}-copy`;
      const env = { [setting]: other, BACKUP_KEEP_DAYS: '30' };
      const { id: owner } = await addMember(gateway);
      const [erased, stays] = [await addPicture(gateway, owner), await addPicture(gateway, owner)];
      const kept = () => [folder, other].map((one) => readdirSync(path.join(one, 'pictures')).sort());
      try {
        await place.backup([], env);
        const both = [erased, stays].sort();
        assert.equal(kept(), [both, both]);
        await gateway.db.run.deleteFrom('picture').where('id', '=', erased).execute();
        await gateway.files.remove([erased]);
        await place.backup([], env);
        assert.equal(kept(), [both, both]);
        const mark = path.join(folder, 'gone', erased);
        const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
        utimesSync(mark, ago(29), ago(29));
        await place.backup([], env);
        assert.is(kept()[1]?.length, 2);
        utimesSync(mark, ago(31), ago(31));
        await place.backup([], env);
        assert.equal(kept(), [[stays], [stays]]);
        assert.not.ok(existsSync(mark));
        assert.equal(await notedSteps(gateway), ['copied', 'taken']);
        const newest = backupsIn(other).sort().at(-1) ?? '';
        await place.restored(path.join(other, newest), async (db, dataDir) => {
          assert.equal(await audit(db.run), {});
          assert.equal(readdirSync(path.join(dataDir, 'pictures')), [stays]);
        });
      } finally {
        rmSync(other, { recursive: true, force: true });
      }
    },
  );

onPostgres('old backups go, and the last good one stays however old it is', [], async (place) => {
  const { folder } = place;
  await place.backup();
  const [first = ''] = backupsIn(folder);
  await cp(path.join(folder, first), path.join(folder, '2020-01-01T00-00-00Z'), { recursive: true });
  await failure(place.backup([], { DATA_DIR: path.join(folder, 'nowhere') }));
  assert.is(backupsIn(folder).length, 2);
  await place.backup();
  assert.equal(backupsIn(folder).includes('2020-01-01T00-00-00Z'), false);
  assert.is(backupsIn(folder).length, 2);
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
