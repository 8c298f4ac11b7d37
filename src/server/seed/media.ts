import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tx } from '../db/database';
import type { FileStore } from '../kernel/file-store';
import { measureMp4 } from '../pictures/mp4';
import { sharp } from '../pictures/sharp';
import { measurePicture } from '../pictures/thumbnails';
import { insertAll } from './bulk';
import business from './media/business.svg';
import cableClip from './media/cable.mp4';
import cable from './media/cable.svg';
import fleet from './media/fleet.svg';
import rack from './media/rack.mp4';
import ringlightClip from './media/ringlight.mp4';
import ringlight from './media/ringlight.svg';
import standClip from './media/stand.mp4';
import stand from './media/stand.svg';
import studio from './media/studio.svg';
import wave from './media/wave.mp4';

/** Drawn for the demo by the project; no photographs by others. */
const drawings = { business, cable, fleet, ringlight, stand, studio };
const videos = { rack, wave, ringlight: ringlightClip, stand: standClip, cable: cableClip };
export type Drawing = keyof typeof drawings;
export type Clip = keyof typeof videos;

interface Owned {
  owner: string;
  at: Date;
}

/** A drawing rendered as a photograph would be; it is 200 wide, and is rendered at four times that resolution. */
export const drawn = (name: Drawing): Promise<Buffer> =>
  sharp(Buffer.from(drawings[name]), { density: 288 })
    .resize({ width: 960 })
    .jpeg({ quality: 80 })
    .toBuffer();

/** Stores one of the drawings (`bytes`) as if a member had uploaded and shared it. Returns its id. */
export async function seedDrawing(
  tx: Tx,
  files: FileStore,
  { name, bytes }: { name: Drawing; bytes: Buffer },
  of: Owned,
): Promise<string> {
  const id = randomUUID();
  await files.put(id, bytes, 'image/jpeg');
  const row = { ...of, id, type: 'image/jpeg', size: bytes.length, name: `${name}.jpg`, shared: true };
  await insertAll(tx, 'picture', [{ ...row, ...(await measurePicture(bytes)) }]);
  return id;
}

async function measureBytes(bytes: Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), 'cloudphone-clip-'));
  try {
    const at = path.join(folder, 'clip.mp4');
    await writeFile(at, bytes);
    return await measureMp4(at);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Stores one of the videos as if a member had uploaded and shared it. Returns its id. */
export async function seedClip(tx: Tx, files: FileStore, name: Clip, of: Owned): Promise<string> {
  const id = randomUUID();
  const bytes = videos[name];
  const measures = await measureBytes(bytes);
  await files.put(id, bytes, 'video/mp4');
  const row = { ...of, id, type: 'video/mp4', size: bytes.length, name: `${name}.mp4`, shared: true };
  await insertAll(tx, 'picture', [{ ...row, ...measures }]);
  return id;
}
