import { mkdir, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Builds an office page: its script and style sheet, with real React. Returns their gzip size, and throws above the limit.
 * @param {{ name: string, out: string, entryPoints: Record<string, string>, limit: number }} about
 */
export async function buildOfficePage({ name, out, entryPoints, limit }) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    format: 'iife',
    target: ['es2020'],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    outdir: out,
    write: false,
  });
  let size = 0;
  for (const { path, contents } of outputFiles) {
    size += gzipSync(contents, { level: 9 }).length;
    await writeFile(path, contents);
  }
  if (size > limit) throw new Error(`${name} weighs ${size} bytes, and may weigh ${limit}`);
  return size;
}
