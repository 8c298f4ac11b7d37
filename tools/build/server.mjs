import { build } from 'esbuild';
import { buildConsole } from './console.mjs';
import { buildDesk } from './desk.mjs';
import { mediaLoader } from './media-loader.mjs';
import { buildPartner } from './partner.mjs';
import { bundleSecure } from './secure-bundle.mjs';

/** Builds the gateway and its command lines, for Node, with external packages; and the example partner's site. */
export async function buildServer(out = 'dist/server') {
  await bundleSecure({ out: `${out}/../secure` }); // the files that the gateway inlines into its secure document
  await buildDesk(`${out}/../desk`);
  await buildConsole(`${out}/../console`);
  await buildPartner({ out: `${out}/../partner` });
  await buildPrograms(out);
}

/** The gateway itself, and the programs that run beside it. */
export async function buildPrograms(out = 'dist/server') {
  await build({
    entryPoints: ['main', 'first-admin', 'check-books', 'archive-months', 'spread-nodes'].map(
      (name) => `src/server/${name}.ts`,
    ),
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
