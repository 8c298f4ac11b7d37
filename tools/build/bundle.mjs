import { readFile, rm, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { digest } from './files.mjs';
import { importsOf, mergeImports, resolveNumbered } from './imports.mjs';
import { closure, modulesOf, outputOf } from './manifest.mjs';
import { numbered } from './plugins/numbered.mjs';
import { placed } from './plugins/placed.mjs';
import { compiledAhead, shrink } from './shrink.mjs';

/** @import { BrowserOptions } from './options.mjs' */
/** @import { Place } from './plugins/placed.mjs' */

// esbuild's splitting makes one chunk for every distinct set of screens that share a module, and cannot be told otherwise:
// the first screen was 30 files that gzip could not see across. So what every screen needs is bundled first, as the core,
// then the groups that many screens need together (what two groups share is core); a screen is one file that imports from those by name.
// What two screens share beyond that is in both: no module of ours has state, so a second copy harms nobody.

/**
 * The core, or a group. `asked`: the names that others import from it. `needs`: the bundles that it imports from itself.
 * @typedef {{ name: string, sources: string[], modules: string[], file: string, asked: Set<string>, needs: string[] }} Bundle
 */
/**
 * For embeds. `lazy`: sources that no door loads there. `also`: what is in the core although it does not need it itself. `apart`: what is
 * in every file that needs it instead of its place. `write` writes a file in its own way and answers its name.
 * @typedef {object} Own
 * @property {string[]} lazy
 * @property {string[]} also
 * @property {string[]} apart
 * @property {(name: string, code: string, modules: string[]) => Promise<string>} write
 */

const here = process.cwd();
/** Every export of these is a string of its own, and few need it: a file has those that it uses, and no others. */
const strings = ['src/ui/display/icons.ts', 'src/ui/display/drawings.ts', 'src/ui/styles.ts'];
/**
 * A domain's calls, free of effects (`pure-contract`) and known by their paths. The core has those that it sends; with one of them for all
 * to import it would have the whole domain.
 */
const calls = /^src\/contract\/(?!wire\/|rules\/)[\w-]+\/[\w-]+\.ts$/;
/**
 * The file of a screen, of the name that esbuild made: as much of its hash as `digest` has, and nothing else. The page names
 * every screen's file, and its source map says what it is.
 * @param {string} output
 */
const shortened = (output) => `${output.slice(-'12345678.js'.length, -'678.js'.length)}.js`;
const quiet = /** @type {const} */ ({
  outdir: 'dist',
  splitting: true,
  write: false,
  sourcemap: false,
  metafile: true,
});

/**
 * The modules that sources need before they can run, and what is loaded lazily from there.
 * @param {BrowserOptions} options
 * @param {string[]} sources
 */
async function survey(options, sources) {
  const { metafile } = await build({ ...options, ...quiet, entryPoints: sources });
  const outputs = new Set(sources.flatMap((source) => [...closure(metafile, outputOf(metafile, source))]));
  const modules = [...outputs].flatMap((output) => modulesOf(metafile, output));
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) =>
    entryPoint ? [entryPoint] : [],
  );
  return {
    modules: [...new Set(modules)].sort(),
    lazy: entries.filter((one) => !sources.includes(one)).sort(),
  };
}

/**
 * What each module exports, by its path.
 * @param {BrowserOptions} options
 * @param {string[]} modules
 * @returns {Promise<Record<string, string[]>>}
 */
async function exportsOf(options, modules) {
  const { metafile } = await build({ ...options, ...quiet, entryPoints: modules });
  return Object.fromEntries(
    Object.values(metafile.outputs).flatMap(({ entryPoint, exports }) =>
      entryPoint ? [[entryPoint, exports]] : [],
    ),
  );
}

/**
 * @param {BrowserOptions} options
 * @param {string} entry
 * @param {Record<string, string[]>} groups
 * @param {Own} [own]
 */
async function planBundles(options, entry, groups, own) {
  const found = await survey(options, [entry, ...(own?.also ?? [])]);
  /** @param {string} module */
  const placeable = (module) =>
    !strings.includes(module) && !module.startsWith('links:') && !own?.apart.includes(module);
  const core = found.modules.filter((module) => placeable(module) && !calls.test(module));
  /** @type {(name: string, sources: string[], modules: string[]) => Bundle} */
  const bundle = (name, sources, modules) => ({
    name,
    sources,
    modules,
    file: `${name}.js`,
    asked: new Set(),
    needs: [],
  });
  const kits = await Promise.all(
    Object.entries(groups).map(async ([name, sources]) => {
      const { modules } = await survey(options, sources);
      return bundle(
        name,
        [],
        modules.filter((module) => placeable(module) && !core.includes(module)),
      );
    }),
  );
  const wanted = kits.flatMap(({ modules }) => modules);
  core.push(...new Set(wanted.filter((module, at) => wanted.indexOf(module) !== at))); // two groups share them
  for (const kit of kits) kit.modules = kit.modules.filter((module) => !core.includes(module));
  return { bundles: [bundle('app', [entry], core), ...kits], lazy: own?.lazy ?? found.lazy };
}

/**
 * Bundles `entry` with everything it needs into one file (the core), each of `groups` (name → sources) into one, and
 * every source that the core loads lazily into its own, in passes, so that each file exports only what others import from it.
 *
 * In the core, `import()` of the lazy source n is `import(cp[n])`: the core's text, and so its name, does not change when
 * a screen does.
 * @param {BrowserOptions} options
 * @param {string} entry
 * @param {Record<string, string[]>} groups
 * @param {string} outdir
 * @param {Own} [own]
 */
async function linkBundles(options, entry, groups, outdir, own) {
  const { bundles, lazy } = await planBundles(options, entry, groups, own);
  /** @type {Map<string, Place & { bundle: Bundle }>} */
  const places = new Map();
  for (const bundle of bundles) {
    const exported = await exportsOf(options, bundle.modules);
    for (const module of bundle.modules) {
      const names = new Map(
        (exported[module] ?? []).map((name, at) => [name, `m${places.size.toString(36)}_${at}`]),
      );
      places.set(module, { bundle, names });
    }
  }
  /** @param {string} module */
  const namesOf = (module) => places.get(module)?.names ?? new Map();
  /** @param {Bundle} bundle */
  const before = (bundle) =>
    new Map([...places].filter(([, place]) => bundles.indexOf(place.bundle) < bundles.indexOf(bundle)));

  /**
   * One of the bundles, exporting the names that were asked of it.
   * @param {Bundle} bundle
   */
  const bundleOne = async (bundle) => {
    const lines = bundle.modules.flatMap((module) =>
      [...namesOf(module)]
        .filter(([, short]) => bundle.asked.has(short))
        .map(([name, short]) => `export { ${name} as ${short} } from ${JSON.stringify(resolve(module))};`),
    );
    const contents = [...bundle.sources.map((source) => `export * from './${source}';`), ...lines].join('\n');
    const { outputFiles } = await build({
      ...options,
      stdin: { contents, resolveDir: here, sourcefile: bundle.name, loader: 'ts' },
      outfile: `${outdir}/${bundle.name}.js`,
      write: false,
      sourcemap: 'external',
      plugins: [placed(before(bundle)), numbered(lazy), ...options.plugins],
    });
    const textOf = (/** @type {string} */ ending) =>
      outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
    return { text: mergeImports(textOf('.js')), map: textOf('.js.map') };
  };

  /** @type {(write: boolean) => Promise<import('esbuild').BuildResult<{ metafile: true }>>} */
  const bundleScreens = (write) =>
    build({
      ...options,
      entryPoints: lazy,
      outdir,
      write,
      metafile: true,
      sourcemap: write ? 'linked' : false,
      entryNames: '[name]-[hash]',
      plugins: [placed(places), ...options.plugins],
    });

  // Which names are really asked for, so that nobody exports another: the screens are tried first, then the bundles from
  // the last to the first, for each is asked by those after it.
  /** @param {string} code */
  const listen = (code) => {
    for (const { file, names } of importsOf(code)) {
      const bundle = bundles.find((one) => one.file === file);
      for (const name of names) bundle?.asked.add(name);
    }
  };
  for (const { text } of (await bundleScreens(false)).outputFiles ?? []) listen(text);
  for (const bundle of [...bundles].reverse()) listen((await bundleOne(bundle)).text);
  for (const bundle of bundles) {
    const shorter = new Map([...bundle.asked].sort().map((long, at) => [long, `_${at.toString(36)}`]));
    for (const module of bundle.modules) {
      const names = namesOf(module);
      for (const [name, long] of names) names.set(name, shorter.get(long) ?? long);
    }
    bundle.asked = new Set(shorter.values());
  }
  return { bundles, lazy, bundleOne, bundleScreens };
}

/**
 * The full page. Answers the core's file, the groups' (`kits`), the lazy sources, and for a lazy source its files, its own first, and all
 * modules that are there with it; files are within `outdir`.
 * @param {BrowserOptions} options
 * @param {string} entry
 * @param {Record<string, string[]>} groups
 * @param {string} outdir
 * @param {string[]} ahead the groups and lazy sources that run before the first screen is there, as the core does
 */
export async function bundleApp(options, entry, groups, outdir, ahead) {
  const { bundles, lazy, bundleOne, bundleScreens } = await linkBundles(options, entry, groups, outdir);
  /** @type {(name: string, code: string, map: string) => Promise<{ code: string, map: string }>} */
  const smaller = async (name, code, map) => {
    if (!options.minify) return { code, map };
    const made = await shrink(code, map);
    return name === 'app' || ahead.includes(name) ? compiledAhead(made) : made;
  };
  /** @type {(file: string, made: { code: string, map: string }) => Promise<unknown>} */
  const writeMapped = (file, { code, map }) =>
    Promise.all([
      writeFile(`${outdir}/${file}`, `${code}\n//# sourceMappingURL=${file}.map\n`),
      writeFile(`${outdir}/${file}.map`, map),
    ]);
  for (const bundle of bundles) {
    const { text, map } = await bundleOne(bundle);
    const code = resolveNumbered(text); // as long as before, so that the source map stays true
    const made = await smaller(bundle.name, code, map);
    bundle.file = `${bundle.name}-${digest(made.code)}.js`;
    await writeMapped(bundle.file, made);
    bundle.needs = importsOf(code).map(({ file }) => file);
  }
  const { metafile } = await bundleScreens(true);
  const outputs = Object.keys(metafile.outputs).filter((one) => one.endsWith('.js'));
  if (new Set(outputs.map(shortened)).size < outputs.length)
    throw new Error('Two screens have the same short hash: let `shortened` keep a character more');
  const writeScreen = async (/** @type {string} */ output) => {
    const written = await readFile(output, 'utf8');
    const code = mergeImports(written.slice(0, written.lastIndexOf('//# sourceMappingURL=')));
    const map = await readFile(`${output}.map`, 'utf8');
    await Promise.all([rm(output), rm(`${output}.map`)]);
    await writeMapped(
      shortened(output),
      await smaller(metafile.outputs[output]?.entryPoint ?? '', code, map),
    );
  };
  await Promise.all(outputs.map(writeScreen));
  /** @param {string} source */
  const files = (source) => {
    const own = outputOf(metafile, source);
    const shared = bundles.filter(({ file }) =>
      metafile.outputs[own]?.imports.some(({ path }) => path === `./${file}`),
    );
    return [...new Set([shortened(own), ...shared.flatMap(({ file, needs }) => [file, ...needs])])];
  };
  /** @param {string} source */
  const modules = (source) => [
    ...bundles
      .filter(({ file }, at) => at === 0 || files(source).includes(file))
      .flatMap((bundle) => bundle.modules),
    ...modulesOf(metafile, outputOf(metafile, source)),
  ];
  return {
    file: bundles[0]?.file ?? '',
    kits: bundles.slice(1).map(({ file }) => file),
    lazy,
    files,
    modules,
  };
}

/**
 * Embeds: the same, but what a file is called and what it holds is `own.write`'s business. Answers the core's file, and for each lazy
 * source its file and those that it needs before.
 * @param {BrowserOptions} options
 * @param {string} entry
 * @param {Record<string, string[]>} groups
 * @param {Own} own
 */
export async function bundleGuests(options, entry, groups, own) {
  const { bundles, lazy, bundleOne, bundleScreens } = await linkBundles(options, entry, groups, 'dist', own);
  for (const bundle of bundles)
    bundle.file = await own.write(bundle.name, (await bundleOne(bundle)).text, bundle.modules);
  const { metafile, outputFiles = [] } = await bundleScreens(false);
  /** @type {Map<string, { file: string, needs: string[] }>} */
  const files = new Map();
  const writePart = async (/** @type {string} */ source) => {
    const output = outputOf(metafile, source);
    const code = mergeImports(outputFiles.find(({ path }) => relative(here, path) === output)?.text ?? '');
    const imported = importsOf(code).map(({ file }) => file);
    const needs = bundles.slice(1).filter(({ file }) => imported.includes(file));
    const modules = [...needs.flatMap((bundle) => bundle.modules), ...modulesOf(metafile, output)];
    files.set(source, {
      needs: needs.map(({ file }) => file),
      file: await own.write(source, code, modules),
    });
  };
  await Promise.all(lazy.map(writePart));
  /** @param {string} source */
  const fileOf = (source) => {
    const found = files.get(source);
    if (!found) throw new Error(`${source} was not bundled`);
    return found;
  };
  return { file: bundles[0]?.file ?? '', fileOf };
}

/**
 * The full page by esbuild's own splitting: for libraries in CommonJS (real React), whose names nobody can list beforehand.
 * @param {BrowserOptions} options
 * @param {string} entry
 * @param {string} outdir
 */
export async function bundleSplit(options, entry, outdir) {
  const { metafile } = await build({
    ...options,
    entryPoints: { app: entry },
    outdir,
    splitting: true,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  });
  const { lazy } = await survey(options, [entry]);
  /** @param {string} source */
  const files = (source) =>
    [...closure(metafile, outputOf(metafile, source))].map((output) => output.slice(outdir.length + 1));
  /** @param {string} source */
  const modules = (source) =>
    [entry, source].flatMap((one) =>
      [...closure(metafile, outputOf(metafile, one))].flatMap((output) => modulesOf(metafile, output)),
    );
  return { file: files(entry)[0] ?? '', kits: /** @type {string[]} */ ([]), lazy, files, modules };
}
