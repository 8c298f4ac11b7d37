import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Tx } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';

/** The shape of tiles. */
const size = { width: 400, height: 320 };

/** A photograph upright, without what the camera wrote into it, cut to the shape of tiles. Refused for what is no picture. */
export const drawPhoto = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: 64_000_000, failOn: 'error' })
    .rotate()
    .resize({ ...size, fit: 'cover' })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw new DomainError('pictureKind');
    });

/** Keeps it under a new name, by which `pictureAddress` finds it: phones keep an address for good. */
export async function keepPhoto(tx: Tx, jpeg: Buffer, now: number): Promise<string> {
  const name = `photo-${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`;
  await tx
    .insertInto('product_photo')
    .values({ name, bytes: jpeg.toString('base64'), at: new Date(now) })
    .execute();
  return name;
}
