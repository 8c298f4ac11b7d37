import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { createFairQueue } from '../kernel/fair-queue';
import { sharp } from './sharp';

/** Larger pictures are not decoded, because they would exhaust the gateway's memory. */
export const mostPixels = 64_000_000;
/** Pixels of the longer side that are kept: more than any screen shows, even zoomed. */
const longestSide = 4096;

export interface Redrawn {
  /** Bytes, and pixels after rotation. */
  size: number;
  width: number;
  height: number;
}

/**
 * Re-encodes pictures, two at a time. This removes metadata, such as the place and time of a photograph, and any other data hidden in the
 * file.
 */
export function createRedrawer() {
  const queue = createFairQueue({ atOnce: 2, perKey: 20, most: 200 });
  const draw = async (at: string, type: string): Promise<Redrawn | undefined> => {
    const fresh = path.join(path.dirname(at), `.${randomUUID()}`);
    const options = {
      limitInputPixels: mostPixels,
      failOn: 'error',
      animated: type === 'image/gif',
    } as const;
    try {
      const upright = sharp(at, options).rotate().resize({
        width: longestSide,
        height: longestSide,
        fit: 'inside',
        withoutEnlargement: true,
      });
      const encoders: Record<string, () => Sharp> = {
        'image/jpeg': () => upright.jpeg({ quality: 88, mozjpeg: true }),
        'image/png': () => upright.png(),
        'image/webp': () => upright.webp({ quality: 88 }),
        'image/gif': () => upright.gif(),
      };
      const drawn = encoders[type]?.();
      if (!drawn) return;
      const { width, height, pageHeight = height } = await drawn.toFile(fresh);
      await rename(fresh, at);
      return { size: (await stat(at)).size, width, height: pageHeight };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code) throw error; // an error of the disk; sharp's errors about a picture have no code
      return;
    } finally {
      await rm(fresh, { force: true });
    }
  };
  return {
    /** Re-encodes the picture at a path in place; undefined if it is not a picture. `turn`: the key of its turn in the queue. */
    redraw: (at: string, type: string, turn: string) => queue.run(turn, () => draw(at, type)),
  };
}
