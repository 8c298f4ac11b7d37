import { relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { lookUpAddresses, rewriteImports } from './imports.mjs';
import { closure, modulesOf, outputOf } from './metafile.mjs';
import { chunkImports } from './plugins/chunk-imports.mjs';
import { lazyAddresses } from './plugins/lazy-addresses.mjs';

/** @import { Metafile } from 'esbuild' */
/** @import { Import } from './imports.mjs' */
/** @import { BrowserOptions } from './options.mjs' */
/** @import { Place } from './plugins/chunk-imports.mjs' */

// esbuild's splitting makes one chunk for every distinct set of screens that share a module, and this cannot be configured: the first
// screen had 30 files that gzip could not compress together. Therefore we choose the chunks: the core contains the modules that the entry
// needs, a kit the modules that many screens share, and modules shared by two kits are in the core. A screen is one file, which imports
// from those by name; other modules shared by two screens are in both. No module of ours has state (test/unit/module-state.test.ts), so a
// second copy is harmless.

/**
 * The input of the linker. `kits`: sources by the name of their chunk. `landings`: lazy sources that are linked once more, into a file
 * that imports only from the core. `core`: additional modules of the core that the entry itself does not need.
 * `lazy`: sources of separate files, if they differ from the entry's lazy imports. `copied`: modules that are in no chunk.
 * @typedef {object} Plan
 * @property {string} entry
 * @property {Record<string, string[]>} kits
 * @property {string[]} [landings]
 * @property {string[]} [core]
 * @property {string[]} [lazy]
 * @property {string[]} [copied]
 */
/**
 * A chunk during linking. `asked`: the names that others import from it.
 * @typedef {{ name: string, file: string, modules: string[], asked: Set<string> }} Chunk
 */
/**
 * A linked file: the name of a chunk, or a source. `chunks`: the names of the chunks from which it imports.
 * @typedef {{ name: string, code: string, map: string, modules: string[], imports: Import[], chunks: string[] }} Linked
 */

const here = process.cwd();
/**
 * Modules of data, each export of which is separate: messages, and a domain's calls, which are identified by their paths. A file contains
 * those that it uses; in the core, a single shared export would include the whole module.
 */
const data =
  /^src\/(ui\/(display\/(icons|drawings)|styles)\.ts|features\/(auth|devices)\/(routes|screens)\.ts|contract\/(?!wire\/|rules\/)[\w-]+\/[\w-]+\.ts)$/;
/** Placeholder of the hash in a file's final name, with the same length. */
const unnamed = '-00000000.js';

/**
 * The output of esbuild for sources, without writing it.
 * @param {BrowserOptions} options
 * @param {string[]} entryPoints
 */
async function metafileOf(options, entryPoints) {
  const how = /** @type {const} */ ({ outdir: 'dist', splitting: true, write: false, metafile: true });
  return (await build({ ...options, ...how, entryPoints: [...new Set(entryPoints)] })).metafile;
}

/**
 * The modules of each chunk, and the sources of separate files.
 * @param {BrowserOptions} options
 * @param {Plan} plan
 */
async function survey(options, { entry, kits, core: also = [], lazy, copied = [] }) {
  // in two steps: a module that only some kit uses would count as the core's if its importer is shared
  const [ofCore, ofKits] = await Promise.all([
    metafileOf(options, [entry, ...also]),
    metafileOf(options, Object.values(kits).flat()),
  ]);
  /** @type {(metafile: Metafile, sources: string[]) => string[]} */
  const modulesFor = (metafile, sources) => {
    const outputs = new Set(sources.flatMap((source) => [...closure(metafile, outputOf(metafile, source))]));
    const modules = [...outputs].flatMap((output) => modulesOf(metafile, output));
    return [...new Set(modules)]
      .filter((module) => !/^rule:/.test(module) && !data.test(module) && !copied.includes(module))
      .sort();
  };
  const core = modulesFor(ofCore, [entry, ...also]);
  const found = Object.entries(kits).map(([name, sources]) => ({
    name,
    modules: modulesFor(ofKits, sources).filter((module) => !core.includes(module)),
  }));
  const wanted = found.flatMap(({ modules }) => modules);
  const shared = new Set(wanted.filter((module, at) => wanted.indexOf(module) !== at));
  const entries = Object.values(ofCore.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  return {
    chunks: [
      { name: 'app', modules: [...core, ...shared] },
      ...found.map(({ name, modules }) => ({ name, modules: modules.filter((one) => !shared.has(one)) })),
    ],
    lazy: lazy ?? entries.filter((source) => source !== entry).sort(),
  };
}

/**
 * The exports of each module, by its path.
 * @param {BrowserOptions} options
 * @param {string[]} modules
 */
async function exportsOf(options, modules) {
  const metafile = await metafileOf(options, modules);
  return new Map(
    Object.values(metafile.outputs).flatMap(({ entryPoint, exports }) =>
      entryPoint ? [[entryPoint, exports]] : [],
    ),
  );
}

/**
 * Links `entry` with all its modules into one chunk, each kit into one, and every lazy source into a separate file. Importing files come
 * before the imported ones, so that each chunk exports only the names that others import. `import()` of the lazy source n is
 * `import(cp[n])`.
 * @param {BrowserOptions} options
 * @param {Plan} plan
 */
export async function link(options, plan) {
  const surveyed = await survey(options, plan);
  const { lazy } = surveyed;
  /** @type {Chunk[]} */
  const chunks = surveyed.chunks.map((chunk) => ({
    ...chunk,
    file: chunk.name + unnamed,
    asked: new Set(),
  }));
  const exported = await exportsOf(
    options,
    chunks.flatMap(({ modules }) => modules),
  );
  /** @type {Map<string, Place & { chunk: Chunk }>} */
  const places = new Map();
  for (const chunk of chunks)
    for (const [at, module] of chunk.modules.entries()) {
      const names = exported.get(module)?.map((name, one) => /** @type {const} */ ([name, `_${at}_${one}`]));
      places.set(module, { chunk, names: new Map(names) });
    }
  const resolved = new Map(); // each pass asks for the same imports
  /** @param {(chunk: Chunk) => boolean} which */
  const placesIn = (which) => new Map([...places].filter(([, { chunk }]) => which(chunk)));

  /** @type {(name: string, text: string, map: string, modules: string[]) => Linked} */
  const linked = (name, text, map, modules) => {
    const { code, imports } = lookUpAddresses(text);
    const from = chunks.filter(({ file }) => imports.some((one) => one.file === file));
    for (const { file, names } of imports)
      for (const { imported } of names) chunks.find((one) => one.file === file)?.asked.add(imported);
    return { name, code, map, modules, imports, chunks: from.map(({ name }) => name) };
  };

  /** @type {(sources: string[], which: (chunk: Chunk) => boolean) => Promise<Linked[]>} */
  const linkScreens = async (sources, which) => {
    if (!sources.length) return [];
    const { metafile, outputFiles } = await build({
      ...options,
      entryPoints: sources,
      outdir: 'dist',
      entryNames: '[dir]/[name]',
      write: false,
      metafile: true,
      sourcemap: 'external',
      plugins: [chunkImports(placesIn(which), resolved), lazyAddresses(lazy, resolved), ...options.plugins],
    });
    const texts = new Map(outputFiles.map(({ path, text }) => [relative(here, path), text]));
    return sources.map((source) => {
      const output = outputOf(metafile, source);
      const [code = '', map = ''] = [texts.get(output), texts.get(`${output}.map`)];
      return linked(source, code, map, modulesOf(metafile, output));
    });
  };

  /** @param {Chunk} chunk */
  const linkChunk = async (chunk) => {
    const lines = chunk.modules.flatMap((module) =>
      [...(places.get(module)?.names ?? [])]
        .filter(([, exported]) => chunk.asked.has(exported))
        .map(
          ([name, exported]) => `export { ${name} as ${exported} } from ${JSON.stringify(resolve(module))};`,
        ),
    );
    const at = chunks.indexOf(chunk);
    if (at === 0) lines.unshift(`export * from './${plan.entry}';`);
    const { outputFiles, metafile } = await build({
      ...options,
      stdin: { contents: lines.join('\n'), resolveDir: here, sourcefile: chunk.name, loader: 'ts' },
      outfile: `dist/${chunk.name}.js`,
      write: false,
      metafile: true,
      sourcemap: 'external',
      plugins: [
        chunkImports(
          placesIn((one) => chunks.indexOf(one) < at),
          resolved,
        ),
        lazyAddresses(lazy, resolved),
        ...options.plugins,
      ],
    });
    const [map = '', code = ''] = outputFiles
      .sort((a, b) => (a.path.endsWith('.map') ? -1 : 1) - (b.path.endsWith('.map') ? -1 : 1))
      .map(({ text }) => text);
    return linked(chunk.name, code, map, modulesOf(metafile, `dist/${chunk.name}.js`));
  };

  const [screens, landings] = await Promise.all([
    linkScreens(lazy, () => true),
    linkScreens(plan.landings ?? [], ({ name }) => name === 'app'),
  ]);
  /** @type {Linked[]} */
  const made = [];
  for (const chunk of [...chunks].reverse()) made.unshift(await linkChunk(chunk));
  return { chunks: made, screens, landings, lazy };
}

/**
 * Names every file, starting with the imported ones. `write` receives each with its final imports, and returns its name. The landings
 * are not named, but returned with their final imports.
 * @param {Awaited<ReturnType<typeof link>>} made
 * @param {(linked: Linked, code: string) => Promise<string>} write
 */
export async function nameFiles({ chunks, screens, landings }, write) {
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @param {Linked} one */
  const final = ({ code, imports }) =>
    rewriteImports(code, (file) => files.get(file.slice(0, -unnamed.length)) ?? file, imports);
  /** @param {Linked} one */
  const name = async (one) => {
    files.set(one.name, await write(one, final(one)));
  };
  for (const chunk of chunks) await name(chunk);
  await Promise.all(screens.map(name));
  const all = new Map([...chunks, ...screens].map((one) => [one.name, one]));
  /** @type {(name: string) => Linked[]} a file, and the chunks that it needs, before them the core */
  const closureOf = (name) => {
    const one = all.get(name);
    if (!one) throw new Error(`${name} was not linked`);
    return [...new Set([one, ...one.chunks.flatMap(closureOf)])];
  };
  return {
    fileOf: (/** @type {string} */ name) => files.get(name) ?? '',
    closureOf,
    landings: landings.map((one) => ({ ...one, code: final(one) })),
  };
}
