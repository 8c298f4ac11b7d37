import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Writes a file of an answer into a folder and returns its path. An existing file is not overwritten.
 * @param {string} folder
 * @param {{ name: string, text: string | Buffer }} file
 */
export function keepFile(folder, { name, text }) {
  const path = join(folder, basename(name));
  writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  return path;
}
