import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { closure, outputOf } from './manifest.mjs';
import { shrink } from './shrink.mjs';

// esbuild's splitting makes one chunk for every distinct set of screens that share a module, and cannot be told otherwise:
// the first screen was 30 files that gzip could not see across. So what every screen needs is bundled first, as the core,
// then the groups that many screens need together (what two groups share is core); a screen is one file that imports from those by name. What two
// screens share beyond that is in both: no module of ours has state, so a second copy harms nobody.

const here = process.cwd();
/**
 * What tells two contents of one name apart: 30 bits of a hash, as letters and digits. The page names every file, and what is
 * random in a name cannot be compressed.
 */
export const digest = (content) =>
  createHash('sha256')
    .update(content)
    .digest('base64')
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 5);
/** A name that esbuild made, with as much of its own hash. */
const shortened = (name) => name.replace(/(-\w{5})\w{3}(\.js)$/, '$1$2');
const quiet = { outdir: 'dist', splitting: true, write: false, sourcemap: false, metafile: true };

/** The modules that sources need before they can run, and what is loaded lazily from there. */
async function survey(options, sources) {
  const { metafile } = await build({ ...options, ...quiet, entryPoints: sources });
  const outputs = new Set(sources.flatMap((source) => [...closure(metafile, outputOf(metafile, source))]));
  const modules = [...outputs].flatMap((output) => Object.keys(metafile.outputs[output].inputs));
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) =>
    entryPoint ? [entryPoint] : [],
  );
  return {
    modules: [...new Set(modules)].sort(),
    lazy: entries.filter((one) => !sources.includes(one)).sort(),
  };
}

/** What each module exports, by its path. */
async function exportsOf(options, modules) {
  const { metafile } = await build({ ...options, ...quiet, entryPoints: modules });
  return Object.fromEntries(
    Object.values(metafile.outputs).flatMap(({ entryPoint, exports }) =>
      entryPoint ? [[entryPoint, exports]] : [],
    ),
  );
}

/**
 * esbuild plugin: an import of a module that has its place becomes an import of its names from that file. esbuild keeps
 * every name of an external import, used or not, but drops a module without effects that nobody uses: so every name is a
 * module, and `merged` puts the imports together again.
 */
const placed = (places) => ({
  name: 'placed',
  setup(esbuild) {
    const pure = { sideEffects: false };
    esbuild.onResolve({ filter: /./, namespace: 'name' }, ({ path }) => ({ path, external: true }));
    esbuild.onResolve({ filter: /./, namespace: 'placed' }, ({ path }) => ({
      path,
      namespace: 'name',
      ...pure,
    }));
    esbuild.onResolve({ filter: /./ }, async ({ kind, path, resolveDir, importer, pluginData }) => {
      if (pluginData === 'asked' || kind !== 'import-statement') return;
      const found = await esbuild.resolve(path, { kind, resolveDir, importer, pluginData: 'asked' });
      const module = relative(here, found.path);
      return places.has(module) ? { path: module, namespace: 'placed', ...pure } : found;
    });
    esbuild.onLoad({ filter: /./, namespace: 'placed' }, ({ path }) => ({
      contents: [...places.get(path).names]
        .map(([name, short]) => `export { ${short} as ${name} } from '${path}:${short}';`)
        .join('\n'),
    }));
    esbuild.onLoad({ filter: /./, namespace: 'name' }, ({ path }) => {
      const [, module, short] = /^(.*):(\w+)$/.exec(path);
      return { contents: `export { ${short} } from './${places.get(module).bundle.file}';` };
    });
  },
});

/** One import statement for each file instead of one for each name; as long as before, so that source maps stay true. */
function merged(text) {
  const names = new Map();
  const rest = text.replace(/import\s*\{([^}]*)\}\s*from\s*"(\.\/[\w-]+\.js)";\n?/g, (_, list, file) => {
    names.set(file, [...(names.get(file) ?? []), list.trim()]);
    return '';
  });
  const imports = [...names].map(([file, lists]) => `import{${lists.join(',')}}from"${file}";`).join('');
  return imports.padEnd(text.length - rest.length) + rest;
}

/** esbuild plugin: a lazy source becomes `f:<number>`, which is swapped for its address once the file is written. */
const numbered = (lazy) => ({
  name: 'numbered',
  setup(esbuild) {
    esbuild.onResolve({ filter: /./ }, async ({ kind, path, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'asked') return;
      const found = await esbuild.resolve(path, { kind, resolveDir, importer, pluginData: 'asked' });
      return { path: `f:${lazy.indexOf(relative(here, found.path))}`, external: true };
    });
  },
});

const mapping = /import\s*\{([^}]*)\}\s*from\s*"\.\/([\w-]+\.js)"/g;

/**
 * Bundles `entry` with everything it needs into one file (the core), each of `groups` (name → sources under `src`) into one, and
 * every source that the core loads lazily into its own. Answers the core's file, the groups' (`kits`), the lazy sources, and
 * for a lazy source its files, its own first, and all modules that are there with it; files are within `outdir`.
 *
 * In the core, `import()` of the lazy source n is `import(cp[n])`: the core's text, and so its name, does not change when
 * a screen does.
 *
 * `own`, for embeds: the `lazy` sources, which are in no door there; what is in the core although it does not need it itself (`also`); what is
 * in every file that needs it instead of its place (`apart`); and
 * `write(name, code, modules)`, which writes a file in its own way and answers its name.
 */
export async function bundleApp(options, entry, groups, outdir, own = {}) {
  const found = await survey(options, [entry, ...(own.also ?? [])]);
  const placeable = (module) => !own.apart?.includes(module);
  const modules = found.modules.filter(placeable);
  const { lazy = found.lazy } = own;
  const bundles = [{ name: 'app', sources: [entry], modules }];
  const needs = await Promise.all(
    Object.values(groups).map((sources) =>
      survey(
        options,
        sources.map((one) => `src/${one}`),
      ),
    ),
  );
  const wanted = needs
    .flatMap((one) => one.modules)
    .filter((module) => placeable(module) && !modules.includes(module));
  modules.push(...new Set(wanted.filter((module, at) => wanted.indexOf(module) !== at))); // two groups share them
  for (const [at, name] of Object.keys(groups).entries()) {
    bundles.push({
      name,
      sources: [],
      modules: needs[at].modules.filter((module) => placeable(module) && !modules.includes(module)),
    });
  }
  const places = new Map();
  for (const bundle of bundles) {
    bundle.file = `${bundle.name}.js`;
    bundle.asked = new Set();
    const exported = await exportsOf(options, bundle.modules);
    for (const module of bundle.modules) {
      const names = new Map(
        (exported[module] ?? []).map((name, at) => [name, `m${places.size.toString(36)}_${at}`]),
      );
      places.set(module, { bundle, names });
    }
  }
  const before = (bundle) =>
    new Map([...places].filter(([, place]) => bundles.indexOf(place.bundle) < bundles.indexOf(bundle)));

  const smaller = (code, map) => (options.minify ? shrink(code, map) : { code, map });
  const writeMapped = (file, { code, map }) =>
    Promise.all([
      writeFile(`${outdir}/${file}`, `${code}\n//# sourceMappingURL=${file}.map\n`),
      writeFile(`${outdir}/${file}.map`, map),
    ]);

  /** One of the bundles, exporting the names that were asked of it, or all. */
  const bundleOne = async (bundle) => {
    const lines = bundle.modules.flatMap((module) =>
      [...places.get(module).names]
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
    const [map, code] = outputFiles.sort((a, b) => (a.path < b.path ? 1 : -1));
    return { text: merged(code.text), map: map.text };
  };

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
  const listen = (text) => {
    for (const [, list, file] of text.matchAll(mapping)) {
      const bundle = bundles.find((one) => one.file === file);
      for (const one of bundle ? list.split(',') : []) bundle.asked.add(one.trim().split(' ')[0]);
    }
  };
  for (const { text } of (await bundleScreens(false)).outputFiles) listen(text);
  for (const bundle of [...bundles].reverse()) listen((await bundleOne(bundle)).text);
  for (const bundle of bundles) {
    const shorter = new Map([...bundle.asked].sort().map((long, at) => [long, `_${at.toString(36)}`]));
    for (const module of bundle.modules) {
      const { names } = places.get(module);
      for (const [name, long] of names) if (shorter.has(long)) names.set(name, shorter.get(long));
    }
    bundle.asked = new Set(shorter.values());
  }

  for (const bundle of bundles) {
    const { text, map } = await bundleOne(bundle);
    const code = text.replace(/"f:(\d+)"/g, 'cp[$1]'); // as long as before, so that the source map stays true
    if (own.write) bundle.file = await own.write(bundle.name, code, bundle.modules);
    else {
      const small = await smaller(code, map);
      bundle.file = `${bundle.name}-${digest(small.code)}.js`;
      await writeMapped(bundle.file, small);
    }
    bundle.needs = [...code.matchAll(/from\s*"\.\/([\w-]+\.js)"/g)].map(([, file]) => file);
  }
  const kits = bundles.slice(1).map(({ file }) => file);
  if (own.write) {
    const { metafile, outputFiles } = await bundleScreens(false);
    const files = {};
    for (const source of lazy) {
      const output = outputOf(metafile, source);
      const { text } = outputFiles.find(({ path }) => relative(here, path) === output);
      const needs = bundles.slice(1).filter(({ file }) => text.includes(`./${file}`));
      const code = merged(text);
      const modules = [
        ...needs.flatMap((bundle) => bundle.modules),
        ...Object.keys(metafile.outputs[output].inputs),
      ];
      files[source] = {
        needs: needs.map(({ file }) => file),
        file: await own.write(source, code, modules),
      };
    }
    return { file: bundles[0].file, kits, files };
  }
  const { metafile } = await bundleScreens(true);
  for (const output of Object.keys(metafile.outputs).filter((one) => one.endsWith('.js'))) {
    const code = merged(await readFile(output, 'utf8')).replace(/\/\/#\s*sourceMappingURL=.*\s*$/, '');
    const map = await readFile(`${output}.map`, 'utf8');
    await Promise.all([rm(output), rm(`${output}.map`)]);
    await writeMapped(basename(shortened(output)), await smaller(code, map));
  }
  const files = (source) => {
    const own = outputOf(metafile, source);
    const shared = bundles.filter(({ file }) =>
      metafile.outputs[own].imports.some(({ path }) => path === `./${file}`),
    );
    return [
      ...new Set([
        shortened(own.slice(outdir.length + 1)),
        ...shared.flatMap(({ file, needs }) => [file, ...needs]),
      ]),
    ];
  };
  const modulesOf = (source) => [
    ...bundles.flatMap((bundle) => bundle.modules),
    ...Object.keys(metafile.outputs[outputOf(metafile, source)].inputs),
  ];
  return { file: bundles[0].file, kits, lazy, files, modules: modulesOf };
}

/** The same, by esbuild's own splitting: for libraries in CommonJS (real React), whose names nobody can list beforehand. */
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
  const files = (source) =>
    [...closure(metafile, outputOf(metafile, source))].map((output) => output.slice(outdir.length + 1));
  const modules = (source) =>
    [entry, source].flatMap((one) =>
      [...closure(metafile, outputOf(metafile, one))].flatMap((output) =>
        Object.keys(metafile.outputs[output].inputs),
      ),
    );
  return { file: files(entry)[0], kits: [], lazy, files, modules };
}
