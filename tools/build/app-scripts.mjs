import { appendFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { digest } from './files.mjs';
import { link, nameFiles } from './link.mjs';
import { closure, modulesOf, outputOf } from './metafile.mjs';
import { sheetText } from './plugins/extract-css.mjs';
import { adding, placeRules } from './rules.mjs';
import { compiledAhead, shrink } from './shrink.mjs';

/** @import { BrowserOptions } from './options.mjs' */
/** @import { Sheet } from './plugins/extract-css.mjs' */

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
    'src/ui/field/bar-form.tsx',
    'src/ui/field/text-field.tsx',
    'src/ui/field/password-field.tsx',
    'src/ui/field/check-field.tsx',
    'src/ui/layout/card.tsx',
  ],
};

/**
 * The code of a screen that members open from outside, which is in no file yet, and all modules loaded with it.
 * @typedef {{ source: string, code: string, map?: string, modules: string[] }} LandingScript
 */

/**
 * The sources of screens that members open from outside, those of them whose rules of style the page contains, and where the plugin
 * `extract-css` has put all rules.
 * @typedef {{ landings: string[], inPage: string[], sheet: Sheet }} FirstScreens
 */

/**
 * The scripts of the full page. `files`: of a lazy source, its own first, without the core's. `style`: the rules that the page contains.
 * @typedef {object} AppScripts
 * @property {string} core
 * @property {string[]} kits
 * @property {string[]} lazy
 * @property {(source: string) => string[]} files
 * @property {LandingScript[]} landings
 * @property {string} style
 */

/**
 * @param {BrowserOptions} options
 * @param {string} outdir
 * @param {FirstScreens} first
 * @returns {Promise<AppScripts>}
 */
export async function linkApp(options, outdir, { landings, inPage, sheet }) {
  const made = await link(options, { entry, kits, landings });
  /** @type {(code: string, map: string, atOnce: boolean) => Promise<{ code: string, map: string }>} */
  const minified = async (code, map, atOnce) => {
    if (!options.minify) return { code, map };
    const shrunk = await shrink(code, map);
    return atOnce ? compiledAhead(shrunk) : shrunk; // nearly all of it runs before the first screen is shown
  };
  const core = made.chunks.filter(({ name }) => name === 'app').flatMap(({ modules }) => modules);
  const first = made.landings.filter(({ name }) => inPage.includes(name));
  const rules = placeRules(sheet, {
    page: new Set([...core, ...first.flatMap(({ modules }) => modules)]),
    files: [...made.chunks, ...made.screens],
    deferred: 'rest',
  });
  const linked = await nameFiles(made, async (one, code) => {
    const smaller = await minified(code, one.map, one.name === 'app');
    // after the code, which they do not move in its source map
    const whole = `${smaller.code}\n${await rules.codeOf(one)}`;
    const file = `${digest(whole)}.js`; // the page names them; the source map lists their content
    await writeFile(`${outdir}/${file}`, `${whole}//# sourceMappingURL=${file}.map\n`);
    await writeFile(`${outdir}/${file}.map`, smaller.map);
    return file;
  });
  const { fileOf, closureOf } = linked;
  return {
    core: fileOf('app'),
    kits: Object.keys(kits).map(fileOf),
    lazy: made.lazy,
    files: (source) =>
      closureOf(source)
        .map(({ name }) => fileOf(name))
        .filter((file) => file !== fileOf('app')),
    landings: await Promise.all(
      linked.landings.map(async ({ name, code, map, modules }) => ({
        source: name,
        ...(await minified(code, map, true)),
        modules: [...new Set([...core, ...modules])],
      })),
    ),
    style: rules.inPage,
  };
}

/**
 * The same with esbuild's own splitting: for libraries in CommonJS (real React), whose exports cannot be listed in advance. With it, the
 * first load of the device list would be 49 KB instead of 38, and that of the sign-in screen 44, with gzip.
 * @param {BrowserOptions} options
 * @param {string} outdir
 * @param {FirstScreens} first
 * @returns {Promise<AppScripts>}
 */
export async function splitApp(options, outdir, { landings, inPage, sheet }) {
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
  /** @param {string} source */
  const modules = (source) =>
    [core, ...shared, ...outputs(source)].flatMap((output) => modulesOf(metafile, output));
  const page = new Set(inPage.flatMap(modules));
  const style = sheetText(sheet, (rule) => page.has(rule));
  // all others at once, because esbuild has named and written its files
  const others = await adding(sheetText(sheet, (rule) => !page.has(rule), style));
  await appendFile(outputOf(metafile, 'src/shell/deferred.tsx'), `\n${others}`);
  return {
    core: nameOf(core),
    kits: [],
    lazy: entries.filter((source) => source !== entry).sort(),
    files: (source) =>
      outputs(source)
        .filter((output) => output !== core)
        .map(nameOf),
    landings: landings.map((source) => ({
      source,
      code: `export{default}from"./${nameOf(outputOf(metafile, source))}";`,
      modules: modules(source),
    })),
    style,
  };
}
