import { readFile, writeFile } from 'node:fs/promises';

/**
 * Writes a text between the marks of a part of a page; throws if the page lacks the marks.
 * @param {string} file
 * @param {string} part
 * @param {string} by the command that writes it, as the mark says
 * @param {string} text
 */
export async function writeBetween(file, part, by, text) {
  const [begin, end] = [`<!-- ${part}: written by ${by} -->`, `<!-- /${part} -->`];
  const before = await readFile(file, 'utf8');
  const [at, until] = [before.indexOf(begin), before.indexOf(end)];
  if (at < 0 || until < at) throw new Error(`${file} has no place for ${part}`);
  await writeFile(file, `${before.slice(0, at + begin.length)}\n${text}\n${before.slice(until)}`);
}
