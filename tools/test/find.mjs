import { readdirSync, readFileSync } from 'node:fs';

/** Started first, because they take longest. */
const slowest = [
  'durable',
  'fuzz-calls',
  'thief-model',
  'fuzz-desk',
  'conversation',
  'door',
  'watches',
  'embed-screens',
  'register',
  'mini-program',
  'backup',
  'package',
];
/** @param {string} file */
const rank = (file) => (slowest.some((name) => file.endsWith(`/${name}.test.ts`)) ? 0 : 1);

/**
 * The test files of a folder, in the order in which they start.
 * @param {string} folder
 */
export const find = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));

/** The first line of a file that takes long and rarely tells anything: `npm test` leaves it out. After the colon stands why. */
const rarely = /^\/\/ @rarely: \S/;

/** @param {string} file */
export const isRarely = (file) => rarely.test(readFileSync(file, 'utf8'));
