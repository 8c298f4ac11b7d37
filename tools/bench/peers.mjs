import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { build } from 'esbuild';
import { pureContract } from '../build/plugins/pure-contract.mjs';
import { addPage, headOf } from './floor-page.mjs';

// Peers of the app: the device list with a library of components (`peers/device-list.jsx`), on React and on preact. Their packages are not
// those of the project: `npm ci --prefix tools/bench/peers` installs them.

const folder = path.resolve('tools/bench/peers');
const preact = path.resolve('node_modules/preact');

/** The modules that replace React's in each peer. @type {Record<string, Record<string, string>>} */
const kinds = {
  react: {},
  preact: {
    react: `${preact}/compat`,
    'react-dom': `${preact}/compat`,
    'react-dom/client': `${preact}/compat/client`,
    'react/jsx-runtime': `${preact}/jsx-runtime`,
  },
};

/**
 * Whether the pages of the peers were written beside the built app in `out`.
 * @param {string} out
 */
export const havePeers = (out) => existsSync(`${out}/peer-react.html`);

/**
 * Writes the pages of the peers beside the built app in `out`: `peer-react.html` and `peer-preact.html`.
 * @param {string} out
 * @param {{ secret: string }} about
 */
export async function buildPeers(out, { secret }) {
  if (!existsSync(`${folder}/node_modules`)) {
    console.log('Peers are left out: npm ci --prefix tools/bench/peers');
    return;
  }
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
