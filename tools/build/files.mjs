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
const { BROTLI_MAX_QUALITY, BROTLI_PARAM_QUALITY } = zlib.constants;

/**
 * Writes every text under `root` compressed beside itself. `release`: as small as possible. Otherwise Brotli's output is 8 % larger, and
 * made in a twelfth of the time; the size limits are of gzip, which is the same in both.
 * @param {string} root
 * @param {{ release: boolean, which?: RegExp }} how
 */
export async function compress(root, { release, which = /\.(js|css|json|svg)$/ }) {
  const params = { [BROTLI_PARAM_QUALITY]: release ? BROTLI_MAX_QUALITY : 5 };
  const write = async (/** @type {string} */ file) => {
    const content = await readFile(`${root}/${file}`);
    await writeFile(`${root}/${file}.gz`, await gzip(content, { level: 9 }));
    await writeFile(`${root}/${file}.br`, await brotli(content, { params }));
  };
  const files = await readdir(root, { recursive: true });
  await Promise.all(files.filter((file) => which.test(file)).map(write));
}
