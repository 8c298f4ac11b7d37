import { build, transform } from 'esbuild';
import { engines } from './options.mjs';
import { wordsIn } from './words.mjs';

/**
 * A style sheet with those that it imports, as one text.
 * @param {string} path
 */
export async function bundleSheet(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    logLevel: 'warning',
    ...engines,
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * @param {string} text CSS
 * @returns {Promise<string>}
 */
export const minifySheet = async (text) =>
  (await transform(text, { minify: true, ...engines, loader: 'css' })).code;

/**
 * The rules of a sheet that some code has the class names for; rules without a class of ours are for everybody.
 * @param {string[]} codes JavaScript
 * @param {string} rules a line each
 */
export function usedRules(codes, rules) {
  const words = new Set(codes.flatMap((code) => [...wordsIn(code)]));
  return rules
    .split('\n')
    .filter((rule) => {
      const [, name] = /^\.(_\w+)/.exec(rule) ?? [];
      return !name || words.has(name);
    })
    .join('\n');
}
