import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

// Draws the demo videos in src/server/seed/media: a wall of lights that come on. Needs ffmpeg; only who changes them runs it.

const [width, height, perSecond] = [360, 480, 12];
/** @type {Record<string, { gel: string, ground: string, seconds: number, lit: (x: number, y: number, t: number) => boolean }>} */
const clips = {
  rack: { gel: '#2ee6a8', ground: '#0a1a2a', seconds: 4, lit: (x, y, t) => (x * 7 + y * 3) % 29 < t * 29 },
  wave: {
    gel: '#58adff',
    ground: '#0d1b35',
    seconds: 4,
    lit: (x, y, t) => Math.abs(y - 6 - 5 * Math.sin(x / 2 + t * 6.283)) < 1.2,
  },
};

/**
 * @param {{ gel: string, ground: string, lit: (x: number, y: number, t: number) => boolean }} clip
 * @param {number} t from 0 to 1
 */
function frame({ gel, ground, lit }, t) {
  const lights = [];
  for (let y = 0; y < 13; y++)
    for (let x = 0; x < 10; x++) {
      const on = lit(x, y, t);
      lights.push(
        `<circle cx="${36 + x * 32}" cy="${48 + y * 32}" r="${on ? 9 : 6}" fill="${on ? gel : '#2f4251'}"/>`,
      );
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${lights.join('')}</svg>`;
}

for (const [name, clip] of Object.entries(clips)) {
  const frames = await mkdtemp(path.join(os.tmpdir(), 'frames-'));
  const count = clip.seconds * perSecond;
  for (let at = 0; at < count; at++)
    await writeFile(
      path.join(frames, `${String(at).padStart(3, '0')}.png`),
      await sharp(Buffer.from(frame(clip, at / count)))
        .png()
        .toBuffer(),
    );
  const to = `src/server/seed/media/${name}.mp4`;
  const { status, stderr } = spawnSync('ffmpeg', [
    ...['-y', '-framerate', String(perSecond), '-i', path.join(frames, '%03d.png')],
    ...['-c:v', 'libx264', '-profile:v', 'baseline', '-level', '3.0', '-preset', 'veryslow', '-crf', '34'],
    ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-map_metadata', '-1', to],
  ]);
  await rm(frames, { recursive: true });
  if (status !== 0) throw new Error(String(stderr));
}
