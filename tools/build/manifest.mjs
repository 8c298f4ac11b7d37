import { runModule } from './run-module.mjs';

/** @import { BuildOptions, Metafile } from 'esbuild' */

/**
 * What the build knows of a screen. `bundles`: of messages, its title's first. `source`: the file it loads.
 * @typedef {object} ScreenAbout
 * @property {string} path
 * @property {string} title
 * @property {string[]} bundles
 * @property {'anyone' | 'member' | 'examined'} guard
 * @property {readonly string[]} needs
 * @property {string} source
 * @property {string} [scope] of an embed's token, without which it is of no use
 */

/**
 * @param {Metafile} metafile
 * @param {string} name
 */
const outputNamed = (metafile, name) => {
  const output = metafile.outputs[name];
  if (!output) throw new Error(`The build made no ${name}`);
  return output;
};

/**
 * The files that an output needs before it can run.
 * @param {Metafile} metafile
 * @param {string} output
 * @param {Set<string>} [found]
 */
export function closure(metafile, output, found = new Set()) {
  if (found.has(output)) return found;
  found.add(output);
  for (const { kind, path, external } of outputNamed(metafile, output).imports) {
    if (kind === 'import-statement' && !external) closure(metafile, path, found);
  }
  return found;
}

/**
 * The output that was made of a source file.
 * @param {Metafile} metafile
 * @param {string} source
 */
export function outputOf(metafile, source) {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source);
  if (!found) throw new Error(`The build made nothing of ${source}`);
  return found[0];
}

/**
 * The modules in an output.
 * @param {Metafile} metafile
 * @param {string} output
 */
export const modulesOf = (metafile, output) => Object.keys(outputNamed(metafile, output).inputs);

/**
 * @param {any} screen as a door says it, its `load` answering its source
 * @returns {Promise<ScreenAbout>}
 */
const about = async ({ path, title, also, guard, needs, load, scope }) => ({
  path,
  title,
  bundles: [title.split('.')[0], ...also],
  guard,
  needs,
  source: (await load()).default,
  ...(scope && { scope }),
});

/**
 * Every screen with the source file it loads. `all`: also what is no screen but downloaded like one.
 * @param {BuildOptions} options
 */
export async function readScreens(options, all = false) {
  const { screens, parts } = await runModule(options, 'src/shell/navigation/screens.ts');
  return Promise.all([...screens, ...(all ? parts : [])].map(about));
}

/**
 * What can be embedded, by name, with its screens.
 * @param {BuildOptions} options
 * @returns {Promise<Record<string, { minHeight: number, screens: ScreenAbout[] }>>}
 */
export async function readEmbeds(options) {
  const { embeds } = await runModule(options, 'src/embed/features.ts');
  const read = Object.entries(embeds).map(async ([name, { minHeight, screens }]) => [
    name,
    { minHeight, screens: await Promise.all(screens.map(about)) },
  ]);
  return Object.fromEntries(await Promise.all(read));
}

/**
 * What is part of several embeds' screens, and comes after them.
 * @param {BuildOptions} options
 * @returns {Promise<ScreenAbout[]>}
 */
export async function readParts(options) {
  return Promise.all(Object.values(await runModule(options, 'src/features/pictures/screens.ts')).map(about));
}
