import { mkdir, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Gzip bytes that the desk may weigh: react-admin and Material UI are two thirds of it, and it is opened once a day, on a desk. */
const limit = 480_000;

/** The desk's script and sheet, which the gateway serves on the desk's own listener. Real React: react-admin needs it. */
export async function buildDesk(out = 'dist/desk') {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: { desk: 'src/desk/main.tsx', look: 'src/desk/desk.css' },
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
  if (size > limit) throw new Error(`The desk weighs ${size} bytes, and may weigh ${limit}`);
  return size;
}
