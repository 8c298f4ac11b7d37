import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { buildConsole } from './console.mjs';
import { buildDesk } from './desk.mjs';
import { mediaLoader } from './media-loader.mjs';
import { buildPartner } from './partner.mjs';
import { plainPrefixes } from './plugins/plain-prefixes.mjs';
import { bundleSecure } from './secure-bundle.mjs';

/** Builds the gateway and its command lines, for Node, with external packages; and the example partner's site. */
export async function buildServer(out = 'dist/server', { ahead = true } = {}) {
  await bundleSecure({ out: `${out}/../secure` }); // the files that the gateway inlines into its secure document
  await buildDesk(`${out}/../desk`);
  await buildConsole(`${out}/../console`);
  await buildPartner({ out: `${out}/../partner` });
  await buildPrograms(out, { ahead });
}

/**
 * The options of all programs. Whitespace goes and names stay, so that a profile remains readable; sources are read from the
 * checkout, if at all, and not from the map, which is read at each start.
 */
const programOptions = /** @type {const} */ ({
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
  loader: mediaLoader,
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
});

/** Code that was compiled ahead cannot import: only `pg` may be imported where it is used, because it is in the file. @type {import('esbuild').Plugin} */
const importsNothing = {
  name: 'imports-nothing',
  setup({ onResolve }) {
    onResolve({ filter: /^[^.]/ }, ({ kind, path }) =>
      kind === 'dynamic-import' && path !== 'pg'
        ? { errors: [{ text: `Load ${path} with src/server/kernel/load.ts` }] }
        : undefined,
    );
  },
};

/**
 * The file of the gateway: an expression, a function that `src/server/program.ts` calls, because Node keeps compiled code of scripts only, not
 * of modules. It contains the packages that it imports: finding and reading their four hundred files took a quarter of a start. Those
 * that it loads where they are used first (`kernel/load.ts`) stay outside.
 * @param {string} out
 */
const buildGateway = (out) =>
  build({
    ...programOptions,
    format: 'cjs',
    stdin: {
      contents: `export { startGateway } from './start-gateway'; export { warmUp } from './warm-up';`,
      resolveDir: 'src/server',
    },
    outfile: `${out}/gateway.cjs`,
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: {
      js: `(function (module, require, __filename, __dirname) { 'use strict';
const exports = module.exports, importMetaUrl = require('node:url').pathToFileURL(__filename).href;`,
    },
    footer: { js: '})' },
    sourcemap: 'external', // Node would read it at once
    plugins: [importsNothing, plainPrefixes],
  });

/** @param {string} out @param {string[]} names @param {import('esbuild').BuildOptions} [more] */
const buildModules = (out, names, more) =>
  build({
    ...programOptions,
    ...more,
    format: 'esm',
    entryPoints: names.map((name) => `src/server/${name}.ts`),
    outdir: out,
    outExtension: { '.js': '.mjs' },
  });

/** The gateway itself, and the programs that run beside it; `ahead`: compiled for its starts. */
export async function buildPrograms(out = 'dist/server', { ahead = true } = {}) {
  await Promise.all([
    buildGateway(out),
    buildModules(out, ['main', 'compile-ahead']),
    buildModules(out, ['first-admin', 'check-books', 'archive-months', 'spread-nodes'], {
      packages: 'external',
    }),
  ]);
  if (ahead) await compileAhead(out);
}

/** Compiles the gateway for its starts. It starts for that, and reads the other parts of the build. */
export const compileAhead = (out = 'dist/server') =>
  promisify(execFile)(process.execPath, [`${out}/compile-ahead.mjs`]);
