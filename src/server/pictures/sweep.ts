import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../db/database';
import type { Schedule } from '../jobs/worker';
import type { FileStore } from '../kernel/file-store';
import { pictureFile } from './address';
import { namesOf } from './thumbnails';

/** Milliseconds that an unused picture is kept: long enough for a form that was begun today. */
const keptUnused = 86_400_000;
/** Milliseconds after which an upload under its temporary name counts as aborted. */
const oldestTemporary = 3_600_000;
const batch = 500;

/** Deletes files that members uploaded and did not use. */
export async function sweepPictures({ run }: Db, files: FileStore, now: number): Promise<number> {
  const gone = await run
    .deleteFrom('picture')
    .where('id', 'in', (some) =>
      some
        .selectFrom('picture')
        .select('id')
        .where('used', '=', false)
        .where('at', '<', new Date(now - keptUnused))
        .limit(batch),
    )
    .where('used', '=', false) // a file that is marked as used at this moment is kept
    .returning('id')
    .execute();
  await files.remove(gone.flatMap(({ id }) => namesOf(id)));
  return gone.length;
}

/** Deletes the remains of aborted uploads on this machine. */
export async function removeTemporary(dataDir: string, now: number): Promise<void> {
  const folder = path.dirname(pictureFile(dataDir, 'any'));
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith('.'))) {
    const at = path.join(folder, name);
    const file = await stat(at).catch(() => undefined); // another gateway may have removed it
    if (file && file.mtimeMs < now - oldestTemporary) await rm(at, { force: true });
  }
}

export const pictureSweep = (files: FileStore, dataDir: string): Schedule => ({
  name: 'picture-sweep',
  every: 600_000,
  async run(db, now) {
    await sweepPictures(db, files, now);
    await removeTemporary(dataDir, now);
  },
});
