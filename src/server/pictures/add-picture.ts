import { randomUUID } from 'node:crypto';
import { DomainError } from '../kernel/domain-error';
import type { Services } from '../kernel/services';
import { mostPixels } from './redraw';
import { sharp } from './sharp';

/** Pixels of the longer side: enough to read a screenshot. */
const longestSide = 2048;

/**
 * Stores a picture that the back office sends to a member, who owns it from then on: nobody else may see it, and it is erased with the
 * member. It becomes a JPEG without metadata. Returns its id; it is deleted after a day unless a message uses it. Refused if it is not a picture.
 */
export async function addPictureFor(
  { db, files }: Pick<Services, 'db' | 'files'>,
  member: string,
  bytes: Buffer,
  now: number,
): Promise<string> {
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 88 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new DomainError('pictureKind');
    });
  const id = randomUUID();
  await files.put(id, data, 'image/jpeg');
  const { width, height, size } = info;
  const row = { id, owner: member, type: 'image/jpeg', name: 'picture.jpg', shared: false, used: false };
  await db.run
    .insertInto('picture')
    .values({ ...row, size, width, height, at: new Date(now) })
    .execute();
  return id;
}
