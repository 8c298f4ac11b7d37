import { randomUUID } from 'node:crypto';
import { access, rename, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { type ThumbnailWidth, thumbnailWidths } from '../../contract/wire/media';
import { pictureFile } from './address';

/** A picture with more is not drawn: it would take the memory of the gateway. */
const mostPixels = 64_000_000;

const read = (file: string | Buffer) => sharp(file, { limitInputPixels: mostPixels, failOn: 'error' });

/** Width and height in pixels as it is looked at; nothing when it cannot be read. */
export async function measurePicture(
  file: string | Buffer,
): Promise<{ width: number; height: number } | undefined> {
  try {
    const { width, height, orientation = 1 } = await read(file).metadata();
    return orientation > 4 ? { width: height, height: width } : { width, height };
  } catch {
    return;
  }
}

export const asThumbnailWidth = (text: string): ThumbnailWidth | undefined =>
  thumbnailWidths.find((width) => String(width) === text);

/** Pictures in the widths that lists show. */
export interface Thumbnails {
  /** The file of a picture at a width, a JPEG made the first time it is asked for; nothing when it cannot be drawn. */
  fileOf(picture: string, width: ThumbnailWidth): Promise<string | undefined>;
}

/** Kept beside the pictures; one that is lost is made again. */
export function createThumbnails(dataDir: string): Thumbnails {
  // two who ask at once wait for one
  const making = new Map<string, Promise<string | undefined>>();
  const make = async (picture: string, width: ThumbnailWidth, at: string) => {
    const temporary = pictureFile(dataDir, `.${randomUUID()}`);
    try {
      await read(pictureFile(dataDir, picture))
        .rotate()
        .resize({ width, withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 76, mozjpeg: true })
        .toFile(temporary);
      await rename(temporary, at);
      return at;
    } catch {
      return;
    } finally {
      await rm(temporary, { force: true });
    }
  };
  return {
    async fileOf(picture, width) {
      const at = pictureFile(dataDir, `${picture}.${width}`);
      const here = await access(at).then(
        () => true,
        () => false,
      );
      if (here) return at;
      let made = making.get(at);
      if (!made) {
        made = make(picture, width, at).finally(() => making.delete(at));
        making.set(at, made);
      }
      return made;
    },
  };
}
