import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../kernel/file-store';
import { pictureFile } from './address';

/** Moves a file; false if it is on another file system, as the temporary folder of a service with `PrivateTmp` is. */
const isMoved = (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EXDEV') return false;
      throw error;
    },
  );

/** Files in a folder: of one machine, or of a disk that all gateways share. */
export function folderStore(dataDir: string): FileStore {
  return {
    async put(name, content) {
      const at = pictureFile(dataDir, name);
      await mkdir(path.dirname(at), { recursive: true });
      if (typeof content === 'string' && (await isMoved(content, at))) return;
      const temporary = pictureFile(dataDir, `.${randomUUID()}`);
      try {
        const bytes = typeof content === 'string' ? createReadStream(content) : content;
        await writeFile(temporary, bytes, { flush: true });
        await rename(temporary, at);
        if (typeof content === 'string') await rm(content, { force: true });
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async get(name) {
      const file = await open(pictureFile(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return;
        throw error;
      });
      if (!file) return;
      const { size } = await file.stat();
      return { size, read: async (range) => file.createReadStream(range), close: () => file.close() };
    },
    async remove(names) {
      for (const name of names) await rm(pictureFile(dataDir, name), { force: true });
    },
  };
}
