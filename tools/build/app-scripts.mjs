import { writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { digest } from './files.mjs';
import { link, nameFiles } from './link.mjs';
import { closure, modulesOf, outputOf } from './metafile.mjs';
import { compiledAhead, shrink } from './shrink.mjs';

/** @import { BrowserOptions } from './options.mjs' */

const entry = 'src/shell/main.tsx';

/** Modules that many screens share, one file per kit. */
const kits = {
  list: [
    'src/core/data/list.ts',
    'src/core/text/format.ts',
    'src/ui/layout/list.tsx',
    'src/ui/layout/card.tsx',
  ],
  rest: [
    'src/shell/deferred.tsx',
    'src/core/text/when.ts',
    'src/ui/display/amount.tsx',
    'src/ui/display/approx.tsx',
    'src/ui/feedback/loaded.tsx',
    'src/ui/layout/cell.tsx',
    'src/ui/layout/section.tsx',
  ],
  rules: ['src/contract/rules/fields.ts'],
  form: [
    'src/core/form/form.ts',
    'src/ui/field/form.tsx',
    'src/ui/field/text-field.tsx',
    'src/ui/field/password-field.tsx',
    'src/ui/field/check-field.tsx',
    'src/ui/layout/card.tsx',
  ],
};

/** The first screens of nearly all members: the device list, and for visitors the sign-in screen. */
export const firsts = ['src/features/devices/list.tsx', 'src/features/auth/sign-in/login.tsx'];

/** Files that run almost completely before the first screen is shown. */
const ahead = new Set(['app', 'list', 'form', ...firsts]);

/**
 * The scripts of the full page. `files`: of a lazy source, its own first, without the core's. `modules`: all modules loaded with it.
 * @typedef {object} AppScripts
 * @property {string} core
 * @property {string[]} kits
 * @property {string[]} lazy
 * @property {(source: string) => string[]} files
 * @property {(source: string) => string[]} modules
 */

/**
 * @param {BrowserOptions} options
 * @param {string} outdir
 * @returns {Promise<AppScripts>}
 */
export async function linkApp(options, outdir) {
  const made = await link(options, { entry, kits, critical: { sources: firsts, kits: ['list', 'form'] } });
  /** @type {(name: string, code: string, map: string) => Promise<{ code: string, map: string }>} */
  const minified = async (name, code, map) => {
    const shrunk = await shrink(code, map);
    return ahead.has(name) ? compiledAhead(shrunk) : shrunk;
  };
  const { fileOf, closureOf } = await nameFiles(made, async ({ name, map }, code) => {
    const smaller = options.minify ? await minified(name, code, map) : { code, map };
    const file = `${digest(smaller.code)}.js`; // the page names them; the source map lists their content
    await writeFile(`${outdir}/${file}`, `${smaller.code}\n//# sourceMappingURL=${file}.map\n`);
    await writeFile(`${outdir}/${file}.map`, smaller.map);
    return file;
  });
  const core = fileOf('app');
  return {
    core,
    kits: Object.keys(kits).map(fileOf),
    lazy: made.lazy,
    files: (source) =>
      closureOf(source)
        .map(({ name }) => fileOf(name))
        .filter((file) => file !== core),
    modules: (source) => [...new Set(['app', source].flatMap(closureOf).flatMap(({ modules }) => modules))],
  };
}

/**
 * The same with esbuild's own splitting: for libraries in CommonJS (real React), whose exports cannot be listed in advance. With it, the
 * first load of the device list would be 49 KB instead of 38, and that of the sign-in screen 44, with gzip.
 * @param {BrowserOptions} options
 * @param {string} outdir
 * @returns {Promise<AppScripts>}
 */
export async function splitApp(options, outdir) {
  const { metafile } = await build({
    ...options,
    entryPoints: { app: entry },
    outdir,
    splitting: true,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  });
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  /** @param {string} source */
  const outputs = (source) => [...closure(metafile, outputOf(metafile, source))];
  const [core = '', ...shared] = outputs(entry);
  /** @param {string} output */
  const nameOf = (output) => output.slice(outdir.length + 1);
  return {
    core: nameOf(core),
    kits: [],
    lazy: entries.filter((source) => source !== entry).sort(),
    files: (source) =>
      outputs(source)
        .filter((output) => output !== core)
        .map(nameOf),
    modules: (source) =>
      [core, ...shared, ...outputs(source)].flatMap((output) => modulesOf(metafile, output)),
  };
}
