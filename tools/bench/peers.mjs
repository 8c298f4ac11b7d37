import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { build } from 'esbuild';
import { pureContract } from '../build/plugins/pure-contract.mjs';
import { addPage, headOf } from './floor-page.mjs';

// Peers of the app: the device list with a library of components (`peers/device-list.jsx`), on React and on preact. Their packages are not
// those of the project, and are installed in a folder of their own.

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
  if (existsSync(`${installed}/node_modules`)) return;
  mkdirSync(installed, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(`${folder}/${name}`, `${installed}/${name}`);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: installed, stdio: 'inherit' });
}

/**
 * Writes the pages of the peers beside the built app in `out`: `peer-react.html` and `peer-preact.html`.
 * @param {string} out
 * @param {{ secret: string }} about
 */
export async function buildPeers(out, { secret }) {
  install();
  for (const [kind, alias] of Object.entries(kinds)) {
    const { outputFiles } = await build({
      entryPoints: [`${folder}/device-list.jsx`],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2020',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      alias,
      nodePaths: [`${installed}/node_modules`],
      outdir: 'peer',
      write: false,
      plugins: [pureContract],
    });
    const address = async (/** @type {string} */ end) => {
      const text = outputFiles.find((one) => one.path.endsWith(end))?.contents ?? new Uint8Array();
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
      await writeFile(`${out}/a/peer-${kind}-${hash}${end}`, text);
      await writeFile(`${out}/a/peer-${kind}-${hash}${end}.br`, zlib.brotliCompressSync(text));
      return `/a/peer-${kind}-${hash}${end}`;
    };
    const html = `<!doctype html><html lang="en"><head>${headOf('Peer', secret)}
<link rel="stylesheet" href="${await address('.css')}"><script type="module" src="${await address('.js')}"></script></head><body><main></main></body></html>`;
    await addPage(out, `peer-${kind}.html`, { html });
  }
}
