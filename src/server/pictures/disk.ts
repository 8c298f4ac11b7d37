import { open, rm } from 'node:fs/promises';
import { pictureFile } from './address';

/** Writes and syncs a page to a temporary file beside the uploads, and deletes it. Throws if the disk does not take it. */
export async function tryDisk(dataDir: string): Promise<void> {
  const at = pictureFile(dataDir, `.health-${process.pid}`);
  const file = await open(at, 'w');
  try {
    await file.write(Buffer.alloc(4096));
    await file.sync();
  } finally {
    await file.close();
    await rm(at, { force: true });
  }
}
