import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Break, Item } from './item';

/** The results of `npm run coverage -- prove` by section and id: a stamp of the break, source and test, and the result of the test. */
type Found = Record<string, { of: string; test: 'fails' | 'passes' }>;

const foundFile = 'test/unit/coverage/proved.json';
const found: Found = existsSync(foundFile) ? JSON.parse(readFileSync(foundFile, 'utf8')) : {};

export const nameOf = ({ section, id }: Item): string => `${section} ${id}`;

/** How often a text is in another. */
const timesIn = (text: string, find: string) => text.split(find).length - 1;

/** The fault of a break in the current source; undefined if it can be made. */
export function faultOf([file, find, by]: Break): string | undefined {
  if (!existsSync(file)) return `there is no ${file}`;
  if (find === by) return `it leaves ${file} as it is`;
  const times = timesIn(readFileSync(file, 'utf8'), find);
  return times === 1 ? undefined : `“${find}” is ${times} times in ${file}`;
}

/** The declaration, test or statement of a file that has the text: from the line that begins it to the next that begins another. */
export function pieceAround(text: string, find: string): string {
  const at = text.indexOf(find);
  const begins = [...text.matchAll(/^[^\s)}\]]/gm)].map(({ index }) => index);
  return text.slice(
    begins.filter((one) => one <= at).at(-1),
    begins.find((one) => one > at),
  );
}

/** Of a file of messages it is the line, of which there is one. */
const pieceOf = ([file, find]: Break) => {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.json')
    ? text.split('\n').find((line) => line.includes(find))
    : pieceAround(text, find);
};

/** Changes with the breaks, with what they break, and with the text of the test. */
export const stampOf = (item: Item, test: string): string =>
  createHash('sha256')
    .update(JSON.stringify([item.breaks, item.breaks.map(pieceOf), test]))
    .digest('hex')
    .slice(0, 12);

/** The state of an item's proof for the current source. */
export function knownOf(item: Item, test: string): 'proved' | 'survives' | 'not tried' {
  const known = found[nameOf(item)];
  if (!item.breaks.length || known?.of !== stampOf(item, test)) return 'not tried';
  return known.test === 'fails' ? 'proved' : 'survives';
}
