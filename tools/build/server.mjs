import { build } from 'esbuild';
import { buildConsole } from './console.mjs';
import { buildDesk } from './desk.mjs';
import { mediaLoader } from './media-loader.mjs';
import { buildPartner } from './partner.mjs';
import { bundleSecure } from './secure-bundle.mjs';

/** The gateway and its command lines, for Node; packages stay packages. Beside it, the example partner's site. */
export async function buildServer(out = 'dist/server') {
  await bundleSecure({ out: `${out}/../secure` }); // what the gateway writes into its secure document
  await buildDesk(`${out}/../desk`);
  await buildConsole(`${out}/../console`);
  await buildPartner({ out: `${out}/../partner` });
  await build({
    entryPoints: ['src/server/main.ts', 'src/server/first-admin.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    loader: mediaLoader,
    outdir: out,
    outExtension: { '.js': '.mjs' },
    sourcemap: 'linked',
    logLevel: 'warning',
  });
}
