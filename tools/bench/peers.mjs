import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { build } from 'esbuild';
import { pureContract } from '../build/plugins/pure-contract.mjs';
import { addPage, headOf } from './floor-page.mjs';

/** @import { Metafile, Plugin } from 'esbuild' */

// Peers of the app: a small shop app with a library of components and the usual companions (`peers`), on React and on preact. Their packages are
// not those of the project, and are installed in a folder of their own.

const folder = path.resolve('tools/bench/peers');
const installed = path.resolve('dist/peers');
const modules = path.resolve('node_modules');

/** The modules that each peer takes as React. @type {Record<string, Record<string, string>>} */
const kinds = {
  react: Object.fromEntries(
    ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'].map((name) => [
      name,
      `${modules}/${name}`,
    ]),
  ),
  preact: {
    react: `${modules}/preact/compat`,
    'react-dom': `${modules}/preact/compat`,
    'react-dom/client': `${modules}/preact/compat/client`,
    'react/jsx-runtime': `${modules}/preact/jsx-runtime`,
  },
};

function install() {
  const lock = 'package-lock.json';
  const before = `${installed}/${lock}`;
  if (
    existsSync(`${installed}/node_modules`) &&
    readFileSync(before, 'utf8') === readFileSync(`${folder}/${lock}`, 'utf8')
  )
    return;
  mkdirSync(installed, { recursive: true });
  for (const name of ['package.json', lock]) cpSync(`${folder}/${name}`, `${installed}/${name}`);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: installed, stdio: 'inherit' });
}

/** Packages that a peer imports come from its own folder, even if the project has them too. @type {Plugin} */
const ownPackages = {
  name: 'own-packages',
  setup({ onResolve, resolve }) {
    const { dependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const names = new RegExp(`^(?:${Object.keys(dependencies).join('|')})(?:/|$)`);
    onResolve({ filter: names }, ({ path, kind, resolveDir }) =>
      resolveDir.startsWith(folder) ? resolve(path, { kind, resolveDir: installed }) : undefined,
    );
  },
};

/**
 * The page of a peer. The files that the entry imports load with it, and not after it.
 * @param {Metafile} metafile
 * @param {string} secret
 */
function pageOf({ outputs }, secret) {
  const [file, main] =
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('main.jsx')) ?? [];
  if (!file || !main?.cssBundle) throw new Error('a peer has no entry');
  const address = (/** @type {string} */ file) => `/a/${path.basename(file)}`;
  const preloads = main.imports
    .filter(({ kind }) => kind === 'import-statement')
    .map((one) => `<link rel="modulepreload" href="${address(one.path)}">`);
  return `<!doctype html><html lang="en"><head>${headOf('Peer', secret)}
<link rel="stylesheet" href="${address(main.cssBundle)}">${preloads.join('')}<script type="module" src="${address(file)}"></script></head><body><main></main></body></html>`;
}

/**
 * Writes the pages of the peers beside the built app in `out`: `peer-react.html` and `peer-preact.html`.
 * @param {string} out
 * @param {{ secret: string }} about
 */
export async function buildPeers(out, { secret }) {
  install();
  for (const [kind, alias] of Object.entries(kinds)) {
    const { outputFiles, metafile } = await build({
      entryPoints: [`${folder}/main.jsx`],
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      target: 'es2020',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      alias,
      nodePaths: [`${installed}/node_modules`],
      outdir: `${out}/a`,
      entryNames: `peer-${kind}-[name]-[hash]`,
      chunkNames: `peer-${kind}-[name]-[hash]`,
      write: false,
      metafile: true,
      plugins: [ownPackages, pureContract],
    });
    // the style sheet of the entry has those of all pages
    const used = outputFiles.filter(({ path }) => !path.endsWith('.css') || path.includes('-main-'));
    for (const { path, contents } of used) {
      await writeFile(path, contents);
      await writeFile(`${path}.br`, zlib.brotliCompressSync(contents));
    }
    await addPage(out, `peer-${kind}.html`, { html: pageOf(metafile, secret) });
  }
}
