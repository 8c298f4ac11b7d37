import { randomBytes } from 'node:crypto';
import type { Tx } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import { sharp } from '../sharp';

/** The size of tiles. */
const size = { width: 400, height: 320 };

/** Rotates a photograph upright, removes its metadata and crops it to the size of tiles. Refused if it is not a picture. */
export const drawPhoto = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: 64_000_000, failOn: 'error' })
    .rotate()
    .resize({ ...size, fit: 'cover' })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw new DomainError('pictureKind');
    });

/** Stores it under a new name, by which `pictureAddress` finds it: phones cache an address permanently. */
export async function keepPhoto(tx: Tx, jpeg: Buffer, now: number): Promise<string> {
  const name = `photo-${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`;
  await tx
    .insertInto('product_photo')
    .values({ name, bytes: jpeg.toString('base64'), at: new Date(now) })
    .execute();
  return name;
}
