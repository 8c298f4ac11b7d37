/** @import { Metafile } from 'esbuild' */

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
 * The files that an output needs before it can run, its own first.
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
 * The output for a source file.
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
