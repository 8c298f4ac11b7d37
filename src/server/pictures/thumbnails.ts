import { type ThumbnailWidth, thumbnailWidths } from '../../contract/wire/media';
import { isDiskFull } from '../db/unavailable';
import { createFairQueue, Overloaded } from '../kernel/fair-queue';
import type { FileStore } from '../kernel/file-store';
import { mostPixels } from './redraw';
import { sharp } from './sharp';

const read = (file: string | Buffer) => sharp(file, { limitInputPixels: mostPixels, failOn: 'error' });

/** Width and height in pixels, after rotation; undefined if it cannot be read. */
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

/** All names under which a picture's bytes are stored. */
export const namesOf = (picture: string): string[] => [
  picture,
  ...thumbnailWidths.map((width) => `${picture}.${width}`),
];

/** Pictures in the widths that lists show. */
export interface Thumbnails {
  /**
   * The name of a picture at a width, a JPEG created on first request; undefined if it cannot be decoded, or not be stored, or if too many
   * are waiting to be created.
   */
  nameOf(picture: string, width: ThumbnailWidth): Promise<string | undefined>;
}

/**
 * How many may wait while two are drawn, in threads that files and passwords need too. Anyone who asks for one more gets the picture in
 * full size.
 */
export const mostWaiting = 100;
/** Maximum number of known thumbnails in memory: each is looked up once. */
const mostRemembered = 20_000;

/** Stored beside the pictures; a missing one is created again. */
export function createThumbnails(files: FileStore): Thumbnails {
  // concurrent requests share one result
  const making = new Map<string, Promise<string | undefined>>();
  const existing = new Set<string>();
  const queue = createFairQueue({ atOnce: 2, perKey: thumbnailWidths.length, most: mostWaiting });
  const draw = async (picture: string, width: ThumbnailWidth) => {
    const original = await files.get(picture);
    if (!original) return;
    const chunks: Buffer[] = [];
    for await (const chunk of await original.read()) chunks.push(chunk);
    return read(Buffer.concat(chunks))
      .rotate()
      .resize({ width, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 76, mozjpeg: true })
      .toBuffer()
      .catch(() => undefined);
  };
  const find = async (picture: string, width: ThumbnailWidth, name: string) => {
    const there = await files.get(name);
    await there?.close();
    if (there) return name;
    const drawn = await queue
      .run(picture, () => draw(picture, width))
      .catch((error) => {
        if (!(error instanceof Overloaded)) throw error;
      });
    if (!drawn) return;
    try {
      await files.put(name, drawn, 'image/jpeg');
      return name;
    } catch (error) {
      if (isDiskFull(error)) return; // a full disk takes uploads away, and not the pictures that are there
      throw error;
    }
  };
  return {
    async nameOf(picture, width) {
      const name = `${picture}.${width}`;
      if (existing.has(name)) return name;
      let made = making.get(name);
      if (!made) {
        made = find(picture, width, name).finally(() => making.delete(name));
        making.set(name, made);
      }
      const found = await made;
      if (existing.size >= mostRemembered) existing.clear();
      if (found) existing.add(name);
      return found;
    },
  };
}
