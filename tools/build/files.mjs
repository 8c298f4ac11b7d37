import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

/**
 * A short hash that distinguishes two contents of one name, as long as esbuild's.
 * @param {string} content
 */
export const digest = (content) =>
  createHash('sha256')
    .update(content)
    .digest('base64')
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 8);

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

/**
 * Writes every text under `root` compressed beside itself.
 * @param {string} root
 */
export async function compress(root, which = /\.(js|css|json|svg)$/) {
  const write = async (/** @type {string} */ file) => {
    const content = await readFile(`${root}/${file}`);
    await writeFile(`${root}/${file}.gz`, await gzip(content, { level: 9 }));
    await writeFile(`${root}/${file}.br`, await brotli(content));
  };
  const files = await readdir(root, { recursive: true });
  await Promise.all(files.filter((file) => which.test(file)).map(write));
}
