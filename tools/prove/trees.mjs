import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {[file: string, find: string, by: string]} Break */

/**
 * A copy of the current tree, with all files that git tracks or would add, for breaking one place after the other.
 * @param {number} number
 */
export function makeTree(number) {
  const root = `dist/prove/${process.pid}-${number}`;
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const file of execFileSync('git', list, { encoding: 'utf8' }).split('\0').filter(existsSync)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(file, join(root, file));
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  const write = (/** @type {string} */ file, /** @type {string} */ text) =>
    writeFileSync(join(root, file), text);
  return {
    root,
    read,
    /**
     * Makes breaks, and returns the function that undoes them; throws without a change if a text does not occur exactly once.
     * @param {Break[]} breaks
     */
    breakIt(breaks) {
      /** @type {Map<string, { whole: string, broken: string }>} */
      const changed = new Map();
      for (const [file, find, by] of breaks) {
        const { whole, broken } = changed.get(file) ?? { whole: read(file), broken: read(file) };
        const parts = broken.split(find);
        if (parts.length !== 2) throw new Error(`“${find}” is ${parts.length - 1} times in ${file}`);
        changed.set(file, { whole, broken: parts.join(by) });
      }
      for (const [file, { broken }] of changed) write(file, broken);
      return () => {
        for (const [file, { whole }] of changed) write(file, whole);
      };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** @typedef {ReturnType<typeof makeTree>} Tree */
