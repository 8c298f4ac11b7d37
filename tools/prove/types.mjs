import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @import { Tree, Break } from './trees.mjs' */
/** @typedef {{ name: string, one: Break }} Named */

/** Of the source only: type errors of a test are not the fault of the break. @param {Tree} tree */
function complaints({ root }) {
  const own = 'tsconfig.source.json';
  writeFileSync(join(root, own), JSON.stringify({ extends: './tsconfig.json', include: ['src'] }));
  for (const project of [own, 'src/mini-program']) {
    const { status, stdout } = spawnSync('npx', ['--no-install', 'tsc', '-p', project], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) return stdout.trim();
  }
  return '';
}

/** Breaks that can be made together, and the others. @param {Tree} tree @param {Named[]} named */
function together(tree, named) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Named[]} */
  const now = [];
  /** @type {Named[]} */
  const later = [];
  for (const next of named) {
    const [file, find, by] = next.one;
    const parts = (texts.get(file) ?? tree.read(file)).split(find);
    if (parts.length === 2) texts.set(file, parts.join(by));
    (parts.length === 2 ? now : later).push(next);
  }
  return { now, later };
}

/**
 * The breaks that do not compile, with the compiler's errors. They are made together, because a check takes seconds; if that does not
 * compile, those in the reported files are made one by one.
 * @param {Tree} tree
 * @param {Named[]} named
 * @returns {{ name: string, why: string }[]}
 */
export function findUncompiled(tree, named) {
  /** @param {Named[]} some */
  const check = (some) => {
    const restore = tree.breakIt(some.map(({ one }) => one));
    const said = complaints(tree);
    restore();
    return said;
  };
  const { now, later } = together(tree, named);
  if (!now.length)
    return named.map(({ name, one }) => ({ name, why: `“${one[1]}” is not once in ${one[0]}` }));
  const said = check(now);
  const files = new Set([...said.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file));
  const inThem = now.filter(({ one: [file] }) => files.has(file));
  const suspects = !said ? [] : inThem.length ? inThem : now;
  const found = suspects.flatMap(({ name, one }) => {
    const why = check([{ name, one }]);
    return why ? [{ name, why }] : [];
  });
  return [...found, ...(later.length ? findUncompiled(tree, later) : [])];
}
