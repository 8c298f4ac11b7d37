// The shape of a command, and the requests that commands make.

/** @import { Ask } from '../follow.mjs' */
/** @import { Terminal } from '../session.mjs' */
/** @typedef {{ path: string, body?: object, file?: Buffer, type?: string } | { run: (ask: Ask, terminal: Terminal) => Promise<void> }} Request */
/**
 * The arguments of a command, its help text, the function that makes a request of its arguments and options, and more: `line`
 * prints an item of the answer as one line, `options` are the options (`--flag <value>`), and `sure` returns a question that the
 * operator must confirm before the command does something that cannot be undone.
 * @typedef {[takes: string, does: string, make: (words: string[], flags: Record<string, any>) => Request, more?: { line?: (item: any) => string, options?: Record<string, string>, sure?: (words: string[], flags: Record<string, any>) => string | false }]} Command
 */

/** @param {string | undefined} text */
export const seg = (text) => encodeURIComponent(text ?? '');
/** @param {string} path */
export const get = (path) => ({ path });
/** @type {(path: string, body?: object) => Request} */
export const post = (path, body = {}) => ({ path, body });
/**
 * The words of the last argument as one text; they need no quotation marks.
 * @param {string[]} words
 */
export const joined = (words) => words.join(' ') || undefined;
