import { mkdir, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Gzip bytes that the desk may weigh: it is opened once a day, on a desk. */
const limit = 24_000;

/** The desk's script and sheet, which the gateway serves on the desk's own listener. */
export async function buildDesk(out = 'dist/desk') {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: { desk: 'src/desk/main.tsx', look: 'src/desk/desk.css' },
    bundle: true,
    format: 'iife',
    target: ['es2020'],
    jsx: 'automatic',
    alias: {
      react: 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
    },
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
  if (size > limit) throw new Error(`The desk weighs ${size} bytes, and may weigh ${limit}`);
  return size;
}
