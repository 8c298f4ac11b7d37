import { sheetText } from './plugins/extract-css.mjs';
import { minifySheet } from './sheets.mjs';

/** @import { Sheet } from './plugins/extract-css.mjs' */

// Each file brings the rules of style that its modules use, so that a phone loads and parses only those of the screens that it opens.

/** A rule that so many files use is in the deferred part, which is loaded before any of them, and not in each. */
const shared = 3;

/**
 * Assigns each rule to the page, to the deferred part, or to the files that use it.
 * @param {Sheet} sheet
 * @param {{ page: Set<string>, files: { name: string, modules: string[] }[], deferred: string }} of `page`: modules whose rules the page
 * contains; `files`: all other files; `deferred`: the name of the deferred part
 */
export function placeRules(sheet, { page, files, deferred }) {
  const inPage = sheetText(sheet, (rule) => page.has(rule));
  const users = new Map([...sheet.keys()].map((rule) => [rule, new Set()]));
  for (const { name, modules } of files) for (const module of modules) users.get(module)?.add(name);
  /** @param {string} rule */
  const isShared = (rule) => {
    const of = users.get(rule);
    return !!of && (of.has(deferred) || of.size >= shared);
  };
  return {
    inPage,
    /** The code that adds the rules of a file; empty if it needs none. @param {{ name: string, modules: string[] }} file */
    codeOf: ({ name, modules }) => {
      const own = new Set(modules);
      const belongs = (/** @type {string} */ rule) =>
        name === deferred ? isShared(rule) : own.has(rule) && !isShared(rule);
      return adding(sheetText(sheet, (rule) => !page.has(rule) && belongs(rule), inPage));
    },
  };
}

/**
 * The code with which a file adds rules to the page (`src/shell/start/add-styles.ts`); empty without rules.
 * @param {string} rules
 */
export const adding = async (rules) =>
  rules && `cloudphone.addStyles(${JSON.stringify(await minifySheet(rules))});\n`;
