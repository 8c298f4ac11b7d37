import sharp from 'sharp';
import { strokes } from '../../../src/server/auth/captcha-picture';

/**
 * The attack of a script that has our source: it knows the alphabet, the strokes and the places of the four characters. It turns,
 * stretches and moves each over the picture, and takes the one that covers most ink and leaves least of it uncovered.
 */

const width = 128;
const height = 48;
/** Pixels of the window that a character is looked for in, at half of the picture's size. */
const [wide, high] = [34, 40];

interface Template {
  character: string;
  /** Pixels of the window: on a stroke, near one. */
  on: Uint8Array;
  near: Uint8Array;
  size: number;
}

function templateOf(character: string, angle: number, scale: number): Template {
  const on = new Uint8Array(wide * high);
  const near = new Uint8Array(wide * high);
  const mark = (into: Uint8Array, x: number, y: number, radius: number) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) {
        const [px, py] = [Math.round(x + dx), Math.round(y + dy)];
        if (px >= 0 && py >= 0 && px < wide && py < high) into[py * wide + px] = 1;
      }
  };
  for (const line of (strokes[character] ?? '').split('|')) {
    const points = line.split(' ').map((point) => point.split(',').map(Number));
    for (let at = 1; at < points.length; at++) {
      const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = [points[at - 1], points[at]];
      for (let step = 0; step <= 12; step++) {
        const [dx, dy] = [
          (ax + ((bx - ax) * step) / 12 - 5) * scale,
          (ay + ((by - ay) * step) / 12 - 7) * scale,
        ];
        const x = wide / 2 + dx * Math.cos(angle) - dy * Math.sin(angle);
        const y = high / 2 + dx * Math.sin(angle) + dy * Math.cos(angle);
        mark(on, x, y, 0);
        mark(near, x, y, 3);
      }
    }
  }
  return { character, on, near, size: on.reduce((sum, one) => sum + one, 0) };
}

const templates = Object.keys(strokes).flatMap((character) =>
  [-0.3, -0.15, 0, 0.15, 0.3].flatMap((angle) =>
    [1.9, 2.2, 2.5].map((scale) => templateOf(character, angle, scale)),
  ),
);

/** The four characters that it takes the picture for. */
export async function readBySolver(dataUrl: string): Promise<string> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const grey = await sharp(bytes).resize(width, height).greyscale().raw().toBuffer();
  const ink = Uint8Array.from(grey, (value) => (value < 160 ? 1 : 0));
  // ink that is a pixel off counts for a stroke
  const thick = ink.map((_, at) =>
    ink[at] || ink[at - 1] || ink[at + 1] || ink[at - width] || ink[at + width] ? 1 : 0,
  );
  return [0, 1, 2, 3].map((at) => best(ink, thick, 19 + at * 29)).join('');
}

function best(ink: Uint8Array, thick: Uint8Array, centre: number): string {
  let found = { character: '', score: Number.NEGATIVE_INFINITY };
  for (const { character, on, near, size } of templates)
    for (let left = centre - wide / 2 - 8; left <= centre - wide / 2 + 8; left += 2)
      for (let top = (height - high) / 2 - 6; top <= (height - high) / 2 + 6; top += 2) {
        let [hit, stray] = [0, 0];
        for (let y = 0; y < high; y++)
          for (let x = 0; x < wide; x++) {
            const [px, py] = [left + x, top + y];
            if (px < 0 || py < 0 || px >= width || py >= height) continue;
            const [at, from] = [py * width + px, y * wide + x];
            if (on[from] && thick[at]) hit++;
            if (ink[at] && !near[from] && x > 5 && x < wide - 5) stray++;
          }
        const score = hit / size - stray / 220;
        if (score > found.score) found = { character, score };
      }
  return found.character;
}
