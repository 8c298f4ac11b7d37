import { mostPixels } from './redraw';
import { sharp } from './sharp';

/** A size in which pictures of a screen are sent. */
export interface StillSize {
  /** Pixels; a screen that is lower than `height` keeps its shape. */
  width: number;
  height: number;
  /** The most bytes. */
  most: number;
}

/** Qualities that are tried until a picture is small enough. Text on a screen can be read down to the third. */
const qualities = [72, 58, 42, 26, 12];

/** The picture of a screen as JPEG, without metadata and within its size; undefined if it is not a picture. */
export async function drawStill(
  picture: Buffer,
  { width, height, most }: StillSize,
): Promise<Buffer | undefined> {
  try {
    const { data, info } = await sharp(picture, { limitInputPixels: mostPixels, failOn: 'error' })
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#000' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const quality of qualities) {
      const drawn = await sharp(data, { raw: info }).jpeg({ quality, mozjpeg: true }).toBuffer();
      if (drawn.length <= most) return drawn;
    }
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error; // sharp's errors about a picture have no code
    return;
  }
}
