import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

// Draws the demo videos in src/server/seed/media: a wall of lights that switch on, and goods that appear in their light. Needs ffmpeg;
// only used to change them.

/**
 * @typedef {object} Clip
 * @property {string} gel
 * @property {string} ground
 * @property {number} seconds
 * @property {(x: number, y: number, t: number) => boolean} [lit] which lights of the wall are on, at a time from 0 to 1
 * @property {string} [svg] the drawing of a good
 * @property {(clip: Clip, t: number) => string} [draw] instead of the wall
 */

const [width, height, perSecond] = [360, 480, 12];
/** @type {Record<string, Clip>} */
const clips = {
  rack: { gel: '#2ee6a8', ground: '#0a1a2a', seconds: 4, lit: (x, y, t) => (x * 7 + y * 3) % 29 < t * 29 },
  wave: {
    gel: '#58adff',
    ground: '#0d1b35',
    seconds: 4,
    lit: (x, y, t) => Math.abs(y - 6 - 5 * Math.sin(x / 2 + t * 6.283)) < 1.2,
  },
};

/** @type {(clip: Clip, t: number) => string} */
function frame({ gel, ground, lit }, t) {
  const lights = [];
  for (let y = 0; y < 13; y++)
    for (let x = 0; x < 10; x++) {
      const on = lit?.(x, y, t);
      lights.push(
        `<circle cx="${36 + x * 32}" cy="${48 + y * 32}" r="${on ? 9 : 6}" fill="${on ? gel : '#2f4251'}"/>`,
      );
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${lights.join('')}</svg>`;
}

/**
 * A drawing moves closer while the lights below it switch on.
 * @type {(clip: Clip, t: number) => string}
 */
function goodsFrame({ svg = '', ground, gel }, t) {
  const ease = t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
  const size = 1.5 + 0.5 * ease;
  const [w, h] = [200 * size, 160 * size];
  const inner = svg
    .replace(/<title>.*?<\/title>/, '')
    .replace(/<svg /, `<svg x="${180 - w / 2}" y="${200 - h / 2}" width="${w}" height="${h}" `);
  const lights = Array.from({ length: 10 }, (_, at) => {
    const on = at <= t * 10;
    return `<circle cx="${36 + at * 32}" cy="420" r="${on ? 8 : 5}" fill="${on ? gel : '#2f4251'}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${inner}${lights.join('')}</svg>`;
}

/** @type {[name: string, gel: string, ground: string][]} */
const goods = [
  ['ringlight', '#ffc35c', '#1b1a2e'],
  ['stand', '#58adff', '#0f1d36'],
  ['cable', '#ff86a3', '#22152a'],
];
for (const [name, gel, ground] of goods) {
  const svg = await readFile(`src/server/seed/media/${name}.svg`, 'utf8');
  clips[name] = { svg, gel, ground, seconds: 6, draw: goodsFrame };
}

const wanted = process.argv.slice(2);
for (const [name, clip] of Object.entries(clips)) {
  if (wanted.length && !wanted.includes(name)) continue;
  const frames = await mkdtemp(path.join(os.tmpdir(), 'frames-'));
  const count = clip.seconds * perSecond;
  for (let at = 0; at < count; at++)
    await writeFile(
      path.join(frames, `${String(at).padStart(3, '0')}.png`),
      await sharp(Buffer.from((clip.draw ?? frame)(clip, at / count)))
        .png()
        .toBuffer(),
    );
  const to = `src/server/seed/media/${name}.mp4`;
  const { status, stderr } = spawnSync('ffmpeg', [
    '-y',
    '-framerate',
    String(perSecond),
    '-i',
    path.join(frames, '%03d.png'),
    '-c:v',
    'libx264',
    '-profile:v',
    'baseline',
    '-level',
    '3.0',
    '-preset',
    'veryslow',
    '-crf',
    '34',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
    '-map_metadata',
    '-1',
    to,
  ]);
  await rm(frames, { recursive: true });
  if (status !== 0) throw new Error(String(stderr));
}
