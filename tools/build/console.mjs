import { mkdir, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Gzip bytes that the partner console may weigh, of which React is 62,000: developers open it at a desk, and members never. */
const limit = 90_000;

/** The partner console's script and sheet, drawn with React itself. */
export async function buildConsole(out = 'dist/console') {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: { console: 'src/console/main.tsx' },
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
  const sheet = await build({
    entryPoints: { console: 'src/console/console.css' },
    bundle: true,
    minify: true,
    logLevel: 'warning',
    outdir: out,
    write: false,
  });
  let size = 0;
  for (const { path, contents } of [...outputFiles, ...sheet.outputFiles]) {
    size += gzipSync(contents, { level: 9 }).length;
    await writeFile(path, contents);
  }
  if (size > limit) throw new Error(`The partner console weighs ${size} bytes, and may weigh ${limit}`);
  return size;
}
