import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { runModule } from './run-module.mjs';

/**
 * Writes the messages of a page in every language, one module without imports.
 * @param {string} outdir
 * @param {string[]} pages
 */
const buildWords = (outdir, ...pages) =>
  build({
    entryPoints: pages.map((page) => `src/partner/public/${page}-words.js`),
    outdir,
    bundle: true,
    format: 'esm',
    target: 'es2020',
    charset: 'utf8',
    minifyWhitespace: true,
    logLevel: 'warning',
  });

/**
 * Builds the playground for any static server: its gateway is configured in `config.json`, or in the page's address.
 * @param {string} out
 */
async function buildPlayground(out) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  for (const file of ['playground.js', 'playground.css'])
    await cp(`src/partner/public/${file}`, `${out}/${file}`);
  await buildWords(out, 'playground');
  const { embedFeatures } = await runModule({}, 'src/contract/embed/features.ts');
  await writeFile(
    `${out}/index.html`,
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
      '<title>Cloudphone playground</title><link rel="stylesheet" href="playground.css"><script type="module" src="playground.js"></script></head>' +
      `<body data-widgets="${Object.keys(embedFeatures).join(' ')}"><div id="shop"></div></body></html>\n`,
  );
  const config = { gateway: '', partner: '', tokenEndpoint: '' };
  await writeFile(`${out}/config.json`, `${JSON.stringify(config, null, 2)}\n`);
}

/** Builds the example partner's files: pages without a build are copied, and the React page is bundled with real React. */
export async function buildPartner({ out = 'dist/partner' } = {}) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await cp('src/partner/public', out, { recursive: true });
  await buildWords(out, 'playground', 'shop');
  await buildPlayground(`${out}/../playground`);
  if (!existsSync('node_modules/react')) return; // dev dependencies are not installed
  await build({
    entryPoints: { react: 'src/partner/react-page.tsx' },
    outdir: out,
    bundle: true,
    format: 'esm',
    target: 'es2020',
    jsx: 'automatic',
    minify: true,
    // StrictMode only works in development
    define: { 'process.env.NODE_ENV': '"development"' },
    legalComments: 'none',
    logLevel: 'warning',
  });
}
