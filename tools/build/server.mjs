import { build } from 'esbuild';
import { buildConsole } from './console.mjs';
import { buildDesk } from './desk.mjs';
import { mediaLoader } from './media-loader.mjs';
import { buildPartner } from './partner.mjs';
import { plainPrefixes } from './plugins/plain-prefixes.mjs';
import { bundleSecure } from './secure-bundle.mjs';

/** Builds the gateway and its command lines, for Node, with external packages; and the example partner's site. */
export async function buildServer(out = 'dist/server') {
  await bundleSecure({ out: `${out}/../secure` }); // the files that the gateway inlines into its secure document
  await buildDesk(`${out}/../desk`);
  await buildConsole(`${out}/../console`);
  await buildPartner({ out: `${out}/../partner` });
  await buildPrograms(out);
}

/**
 * The options of all programs. Whitespace goes and names stay, so that a profile remains readable; sources are read from the
 * checkout, if at all, and not from the map, which is read at each start.
 */
const programOptions = /** @type {const} */ ({
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
  loader: mediaLoader,
  outExtension: { '.js': '.mjs' },
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
});

/** Defines the names that a CommonJS package expects, where it is bundled into a module. */
const commonJs = `import { createRequire as createRequireHere } from 'node:module';
import { fileURLToPath as pathHere } from 'node:url';
const require = createRequireHere(import.meta.url), __filename = pathHere(import.meta.url), __dirname = pathHere(new URL('.', import.meta.url));`;

/** Packages that are imported where they are used first stay outside of a program. @type {import('esbuild').Plugin} */
const lazyOutside = {
  name: 'lazy-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^.]/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/**
 * The gateway itself, and the programs that run beside it. The gateway contains the packages that it imports: finding and reading their
 * four hundred files took a quarter of its start. Those that it loads where they are used first (`import()`, `kernel/load.ts`) stay outside.
 */
export async function buildPrograms(out = 'dist/server') {
  await build({
    ...programOptions,
    entryPoints: ['src/server/main.ts'],
    outdir: out,
    banner: { js: commonJs },
    plugins: [lazyOutside, plainPrefixes],
  });
  await build({
    ...programOptions,
    entryPoints: ['first-admin', 'check-books', 'archive-months', 'spread-nodes'].map(
      (name) => `src/server/${name}.ts`,
    ),
    packages: 'external',
    outdir: out,
  });
}
