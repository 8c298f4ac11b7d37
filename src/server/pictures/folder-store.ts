import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../kernel/file-store';
import { pictureFile } from './address';

/** Files in a folder: of one machine, or of a disk that all gateways share. */
export function folderStore(dataDir: string): FileStore {
  return {
    async put(name, content) {
      const at = pictureFile(dataDir, name);
      if (typeof content === 'string') return rename(content, at);
      const temporary = pictureFile(dataDir, `.${randomUUID()}`);
      await mkdir(path.dirname(at), { recursive: true });
      try {
        await writeFile(temporary, content, { flush: true });
        await rename(temporary, at);
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
