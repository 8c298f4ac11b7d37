/**
 * The fenced blocks of shell commands of a document. `mark`: what follows the language: `run` for commands that a test runs as they are,
 * `replaced=<name>` for those for which something stands in, and nothing for the others. `line`: of the first command, from 1.
 * @param {string} markdown
 * @returns {{ mark: string, text: string, line: number }[]}
 */
export function blocksOf(markdown) {
  /** @type {{ mark: string, text: string, line: number }[]} */
  const blocks = [];
  for (const { 0: whole, 1: mark = '', 2: text = '', index } of markdown.matchAll(
    /^```sh *(.*)\n([\s\S]*?)\n```$/gm,
  )) {
    if (/^```/m.test(text)) throw new Error(`A block is not closed: ${whole.slice(0, 80)}`);
    blocks.push({ mark: mark.trim(), text, line: markdown.slice(0, index).split('\n').length + 1 });
  }
  return blocks;
}
