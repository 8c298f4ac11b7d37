import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureFile } from '../../../src/server/pictures/pictures';
import type { TestGateway } from './open';

/** A picture of a member's with these bytes, as an upload leaves it; gives its id. */
export async function addPicture(
  { db, settings }: TestGateway,
  owner: string,
  bytes: string = randomUUID(),
): Promise<string> {
  const id = randomUUID();
  const file = pictureFile(settings.dataDir, id);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  const md5 = createHash('md5').update(bytes).digest('hex');
  const row = { id, owner, type: 'image/png', size: bytes.length, name: `${md5}.png`, shared: false };
  await db.run
    .insertInto('picture')
    .values({ ...row, at: new Date() })
    .execute();
  return id;
}
