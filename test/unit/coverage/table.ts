import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLoaders } from '../../../tools/build/screens.mjs';
import { calledPaths } from './calls';
import type { Item } from './item';
import { entities, navigation, product, roles, states } from './product';
import { knownOf, pieceAround } from './proved';
import { screens } from './routes';
import { constants, errors, rules, wire } from './rules';

export const items: Item[] = [
  ...product,
  ...navigation,
  ...screens,
  ...entities,
  ...states,
  ...rules,
  ...roles,
  ...wire,
  ...calledPaths,
  ...errors,
  ...constants,
];

const files = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => join(folder, file));
const read = (file: string) => readFileSync(file, 'utf8');

const tests = files('test', /\.(test|journey)\.tsx?$/);
/** `server/wallet` → its file and the titles in it, as they stand in the source. */
const titlesOf = new Map(
  tests.map((file) => {
    const text = read(file);
    const called = /^ *[a-zA-Z]+\(\s*(['"`])((?:(?!\1).)+)\1,\s*(?:\{[^}]*\},\s*)?(?:async )?\(/gm;
    // a table whose keys are the names of tests
    const keys = /\btest\((name|what|title|sentence),/.test(text)
      ? text.matchAll(/^ {2}(['"])([^\n]+)\1: \{/gm)
      : [];
    const titles = [...text.matchAll(called), ...keys].map(([, , title = '']) => ({
      title: title.replace(/\$\{[^}]*\}/g, '…'),
      piece: pieceAround(text, title),
    }));
    return [file.replace(/^test\/|\.(test|journey)\.tsx?$/g, ''), { file, titles }];
  }),
);

export interface Proof {
  file: string;
  /** With `…` for what is put in when it runs. */
  title: string;
  /** The text of the test. */
  piece: string;
}

/** The test that a proof names; a text says what is wrong with it. */
export function proofOf({ proof }: Item): Proof | string {
  const [name = '', beginning = ''] = proof.split(/: (.*)/s);
  const found = titlesOf.get(name);
  if (!found) return `there is no test file ${name}`;
  const titles = found.titles.filter(({ title }) => title.startsWith(beginning));
  if (titles.length === 1 && titles[0]) return { file: found.file, ...titles[0] };
  return `${titles.length} tests of ${found.file} begin with “${beginning}”`;
}

/** The name of each route and the source that it loads, by its path. */
const routes = new Map(
  readdirSync('src/features').flatMap((feature) => {
    const { sources } = readLoaders(feature);
    return [
      ...read(`src/features/${feature}/routes.ts`).matchAll(/export const (\w+) = route[^(]*\(\s*'([^']+)'/g),
    ].map(([, key = '', path = '']): [string, { key: string; file: string }] => [
      path,
      { key, file: sources.get(key) ?? '' },
    ]);
  }),
);
/** The name under which the contract has a call, by its path. */
const contract = new Map(
  files('src/contract', /\.ts$/).flatMap((file) =>
    read(file)
      .split('export const ')
      .map((text) => /^(\w+) =\s*(?:once\(\s*)?(?:call|added)\b.*?\(\s*'([^']+)'/s.exec(text) ?? [])
      .map(([, key = '', path = '']): [string, { key: string; file: string }] => [path, { key, file }]),
  ),
);
const server = files('src/server', /\.ts$/).map((file) => ({ file, text: read(file) }));
const app = ['src/features', 'src/core', 'src/shell', 'src/embed'].flatMap((folder) =>
  files(folder, /\.tsx?$/).map(read),
);

const words = files('i18n/en', /\.json$/).map((file) => ({ file, text: read(file) }));

/** Files in which an item is built; a text says what is missing. */
export function builtOf({ section, id, built }: Item): string[] | string {
  if (built === 'the words') {
    // a reason may follow
    const said = words.filter(({ text }) =>
      [id, `${id}: {{why}}`].some((one) => text.includes(`: "${one}"`)),
    );
    return said.length ? said.map(({ file }) => file) : `nothing says “${id}”`;
  }
  if (built !== undefined) return [join('src', built)];
  if (section === 2) return routes.has(id) ? [routes.get(id)?.file ?? ''] : `no feature has a route ${id}`;
  const known = contract.get(id);
  if (!known) return `the contract has no call ${id}`;
  const handles = new RegExp(`^ +(async )?${known.key}(\\(|: )`, 'm');
  const handler = server.find(({ text }) => /Handlers<|CallGroup</.test(text) && handles.test(text));
  if (!handler) return `no handler answers ${known.key}`;
  const uses = new RegExp(`\\b${known.key}\\b`);
  if (!app.some((text) => uses.test(text))) return `the app never asks ${known.key}`;
  return [known.file, handler.file];
}

/** The names of a screen or call, one of which its proof has to say. */
export function namesOf({ section, id, built }: Item): RegExp | undefined {
  if (built !== undefined) return;
  const { key } = (section === 2 ? routes : contract).get(id) ?? {};
  return new RegExp(`${id.replace(/\//g, '\\/')}|\\b${key}\\b`);
}

const marks = { proved: 'yes', survives: '**no**', 'not tried': 'not tried' };

/** The table as `docs/coverage.md` has it. */
export function coverageTable(): string {
  const line = (item: Item) => {
    const built = builtOf(item);
    const proof = proofOf(item);
    const cell = (text: string) => text.replace(/\|/g, '\\|');
    return `| ${cell(item.id)} | ${cell(item.text)} | ${typeof built === 'string' ? built : built.map((file) => `\`${file.replace(/^src\//, '')}\``).join(', ')} | ${cell(typeof proof === 'string' ? proof : `\`${proof.file.replace(/^test\//, '')}\`: ${proof.title}`)} | ${typeof proof === 'string' ? '' : marks[knownOf(item, proof.piece)]} |`;
  };
  const known = items.map((item) => {
    const proof = proofOf(item);
    return typeof proof === 'string' ? 'not tried' : knownOf(item, proof.piece);
  });
  const count = (mark: keyof typeof marks) => known.filter((one) => one === mark).length;
  const sections = [...new Set(items.map(({ section }) => section))];
  return [
    '# Coverage',
    '',
    'What the specification asks for, where it is built, and which test proves it. Written by `npm run coverage` from',
    '`test/unit/coverage`, and compared with it by every test run: a line without its file, its call or its test fails.',
    '',
    'Each item has a break: a small change of the source, written beside its row, with which the test that is named has to fail. “Fails” says',
    'whether it did, when `npm run coverage -- prove` made the break and ran that test alone. What has changed since — the break, the',
    'declaration that it changes, or the test — is not tried.',
    '',
    `Of ${items.length} items ${count('proved')} are proved, of ${count('survives')} the test passes although the thing is broken, and ${count('not tried')} are not tried.`,
    ...sections.flatMap((section) => [
      '',
      `## Section ${section}`,
      '',
      '| Item | What | Built in | Proved by | Fails |',
      '|---|---|---|---|---|',
      ...items.filter((item) => item.section === section).map(line),
    ]),
    '',
  ].join('\n');
}
