import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { thumbnailWidths } from '../../contract/wire/media';
import type { Db } from '../db/database';
import type { Schedule } from '../jobs/worker';
import { pictureFile } from './address';

/** Milliseconds that a picture may wait to be used: a form that was begun today is sent today. */
const keptUnused = 86_400_000;
/** Milliseconds after which an upload that is still under its temporary name was cut off. */
const oldestTemporary = 3_600_000;
const batch = 500;

/** Throws away what members have sent and never used, and what uploads that were cut off have left. */
export async function sweepPictures({ run }: Db, dataDir: string, now: number): Promise<number> {
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
    .where('used', '=', false) // one that is used this very moment is kept
    .returning('id')
    .execute();
  for (const { id } of gone)
    for (const name of [id, ...thumbnailWidths.map((width) => `${id}.${width}`)])
      await rm(pictureFile(dataDir, name), { force: true });
  await removeTemporary(path.dirname(pictureFile(dataDir, 'any')), now);
  return gone.length;
}

async function removeTemporary(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith('.'))) {
    const at = path.join(folder, name);
    const file = await stat(at).catch(() => undefined); // another gateway may have removed it
    if (file && file.mtimeMs < now - oldestTemporary) await rm(at, { force: true });
  }
}

export const pictureSweep = (dataDir: string): Schedule => ({
  name: 'picture-sweep',
  every: 600_000,
  async run(db, now) {
    await sweepPictures(db, dataDir, now);
  },
});
