import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { build } from 'esbuild';

/** The example partner's files: those of the page without a build as they are, and the one with React, on React itself. */
export async function buildPartner({ out = 'dist/partner' } = {}) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await cp('src/partner/public', out, { recursive: true });
  if (!existsSync('node_modules/react')) return; // installed without what is for development
  await build({
    entryPoints: { react: 'src/partner/react-page.tsx' },
    outdir: out,
    bundle: true,
    format: 'esm',
    target: 'es2020',
    jsx: 'automatic',
    minify: true,
    // StrictMode does what it is for in development only
    define: { 'process.env.NODE_ENV': '"development"' },
    legalComments: 'none',
    logLevel: 'warning',
  });
}
