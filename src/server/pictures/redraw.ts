import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { createFairQueue } from '../kernel/fair-queue';

/** A picture with more is not drawn: it would take the memory of the gateway. */
export const mostPixels = 64_000_000;
/** Pixels of the longer side that are kept: more than any screen shows, even when a finger pulls it larger. */
const longestSide = 4096;

export interface Redrawn {
  /** Bytes, and pixels as it is looked at. */
  size: number;
  width: number;
  height: number;
}

/**
 * Draws pictures anew, two at a time. What a phone wrote into them, where and when they were taken for one, stays behind, and so
 * does whatever a file holds beside a picture.
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
      if ((error as NodeJS.ErrnoException).code) throw error; // the disk's; what sharp says of a picture has none
      return;
    } finally {
      await rm(fresh, { force: true });
    }
  };
  return {
    /** The picture at a path, drawn anew in its place; nothing when it is none. `turn`: whose turn it takes. */
    redraw: (at: string, type: string, turn: string) => queue.run(turn, () => draw(at, type)),
  };
}
