import { basename } from 'node:path';
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser, parse as parseScript } from 'acorn';
import { transform, transformSync } from 'esbuild';

/** @import { Node } from 'acorn' */

/**
 * A node of a syntax tree (ESTree) with the properties of its type.
 * @typedef {Node & Record<string, any>} Syntax
 */

/** The options of `tsconfig.json`, which esbuild reads for files, but not for texts. */
const tsconfigRaw = {
  compilerOptions: { useDefineForClassFields: false, verbatimModuleSyntax: true },
};

/** @param {string} path */
const transformOptions = (path) =>
  /** @satisfies {import('esbuild').TransformOptions} */ ({
    loader: path.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'automatic',
    jsxImportSource: 'react',
    sourcefile: basename(path),
    sourcemap: 'inline',
    tsconfigRaw,
  });

/**
 * Converts TypeScript or TSX to JavaScript, with a source map in the last line.
 * @param {string} path
 * @param {string} source
 */
export const toJavaScript = async (path, source) => (await transform(source, transformOptions(path))).code;

/**
 * The same at once. Each call blocks the thread, and the first one starts a thread and another esbuild.
 * @param {string} path
 * @param {string} source
 */
export const toJavaScriptSync = (path, source) => transformSync(source, transformOptions(path)).code;

/**
 * @param {string} code JavaScript
 * @returns {Syntax}
 */
export const parse = (code) => parseScript(code, { ecmaVersion: 'latest', sourceType: 'module' });

const typed = Parser.extend(tsPlugin());
const typedWithTags = Parser.extend(tsPlugin({ jsx: true }));

/**
 * @param {string} code TypeScript, whose places in the text are wanted
 * @param {{ jsx?: boolean }} [how] `jsx`: it is TSX
 * @returns {Syntax}
 */
export const parseTypeScript = (code, { jsx = false } = {}) =>
  (jsx ? typedWithTags : typed).parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true });

/**
 * Visits every node of a tree, outer ones first. Nodes for which `enter` returns `false` are not entered.
 * @param {Syntax} tree
 * @param {(node: Syntax) => unknown} enter
 */
export function walk(tree, enter) {
  if (enter(tree) === false) return;
  for (const value of Object.values(tree)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child.type === 'string') walk(child, enter);
  }
}

/**
 * The text with some of its parts replaced. `lines`: each keeps its number of lines, so that a source map stays valid.
 * @param {string} text
 * @param {{ start: number, end: number, text: string }[]} changes that do not overlap
 * @param {{ lines?: boolean }} [how]
 */
export function replaceParts(text, changes, { lines = false } = {}) {
  let made = '';
  let at = 0;
  for (const change of [...changes].sort((a, b) => a.start - b.start)) {
    const lost = lines ? text.slice(change.start, change.end).split('\n').length - 1 : 0;
    made += text.slice(at, change.start) + change.text + '\n'.repeat(lost);
    at = change.end;
  }
  return made + text.slice(at);
}
