import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { localeNames, messagesOf } from '../build/locales.mjs';
import { browserOptions } from '../build/options.mjs';
import { readLoaders, readScreens } from '../build/screens.mjs';
import { replaceParts } from '../build/syntax.mjs';
import { untranslated } from '../build/words.mjs';

const usage = `npm run new-screen -- <feature> <route> [--title="Coupons"] [--zh="优惠券"] [--<language>="…"]

  feature   a folder of src/features
  route     as in the address: pages/mine/coupons

Writes the screen, its route and its place in the feature's list of screens, its words in every language, and a test that fails until it is filled.
`;

/**
 * `createAddress` as `create-address`.
 * @param {string} name
 */
const kebab = (name) =>
  name.replace(/[A-Z]+/g, (capitals, at) => `${at ? '-' : ''}${capitals.toLowerCase()}`);
/**
 * `createAddress` as `Create address`.
 * @param {string} name
 */
const sentence = (name) => {
  const words = kebab(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * Adds a message to a bundle in a language, `{ [key]: words }`; creates the bundle if it does not exist.
 * @param {string} locale
 * @param {string} bundle
 * @param {string} key
 * @param {Record<string, string>} words
 */
async function addWords(locale, bundle, key, words) {
  const path = `i18n/${locale}/${bundle}.json`;
  const table = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {};
  if (table[key]) throw new Error(`${path} says ${key} already`);
  await writeFile(path, `${JSON.stringify({ ...table, [key]: words }, undefined, 2)}\n`);
}

/**
 * Adds a bundle of messages to the types of keys.
 * @param {string} bundle
 */
async function declareBundle(bundle) {
  const path = 'src/core/text/i18n.ts';
  const text = await readFile(path, 'utf8');
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => line.includes("'../../../i18n/en/"));
  const members = lines.indexOf('interface Messages {');
  const end = lines.indexOf('}', members);
  if (last < 0 || members < 0) throw new Error(`${path} does not list the bundles as it did`);
  lines.splice(end, 0, `  ${bundle}: typeof ${bundle};`);
  lines.splice(last + 1, 0, `import type ${bundle} from '../../../i18n/en/${bundle}.json';`);
  await writeFile(path, lines.join('\n'));
}

/**
 * Writes a new screen. Returns the files that it wrote, the screen's own first.
 * @param {string} feature
 * @param {string} route
 * @param {string} [title]
 * @param {Record<string, string>} [titles] in the other languages
 */
async function createScreen(feature, route, title, titles = {}) {
  if (!/^pages(\/[A-Za-z][A-Za-z0-9]*)+$/.test(route))
    throw new Error(`${route} is no route like pages/mine/coupons`);
  const loaders = readLoaders(feature);
  const screens = await readScreens(browserOptions());
  const taken = screens.find(({ path }) => path === route);
  if (taken) throw new Error(`${route} is built: ${taken.source}`);

  const last = route.slice(route.lastIndexOf('/') + 1);
  const key = last.charAt(0).toLowerCase() + last.slice(1);
  if (loaders.sources.has(key)) throw new Error(`${loaders.path} has a screen ${key} already`);
  const file = kebab(key);
  const source = `src/features/${feature}/${file}.tsx`;
  const test = `test/unit/${feature}-${file}.test.tsx`;
  for (const path of [source, test]) if (existsSync(path)) throw new Error(`${path} is there already`);

  const own = screens.filter(({ source }) => source.startsWith(`src/features/${feature}/`));
  const bundle = own.flatMap(({ bundles }) => bundles)[0] ?? feature;
  const isNew = !existsSync(`i18n/en/${bundle}.json`);
  const heading = title ?? sentence(key);
  for (const locale of localeNames) {
    const title = locale === 'en' ? heading : (titles[locale] ?? `${untranslated}${heading}`);
    await addWords(locale, bundle, key, { title, none: messagesOf(locale, 'logs').nothing });
  }
  if (isNew) await declareBundle(bundle);

  const name = feature.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const component = key.charAt(0).toUpperCase() + key.slice(1);
  const routes = `src/features/${feature}/routes.ts`;
  await appendFile(
    routes,
    `\nexport const ${key} = route('${route}', { title: '${bundle}.${key}.title' });\n`,
  );
  const entry = `  screen(routes.${key}, () => import('./${file}')),\n`;
  const end = loaders.list.end - 1; // its closing bracket
  await writeFile(loaders.path, replaceParts(loaders.text, [{ start: end, end, text: entry }]));

  await writeFile(
    source,
    `import { useApp } from '../../core/app';
import { Empty } from '../../ui/feedback/empty';

/** \`${route}\`: what a member comes here for. */
export default function ${component}() {
  const { t } = useApp();
  return <Empty text={t('${bundle}.${key}.none')} />;
}
`,
  );
  await writeFile(
    test,
    `import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as ${name} from '../../src/features/${feature}/routes';
import { visit } from '../support/visit';

test('${heading}: with nothing to show, the screen says so', async () => {
  const screen = await visit(${name}.${key}, {}, []);
  await screen.sees('Nothing here.');
  screen.close();
});

test('${heading}: what a member comes for is there', () => {
  assert.unreachable('${route} has no test yet: say here what a member sees and does there');
});

test.run();
`,
  );
  return [
    source,
    routes,
    loaders.path,
    ...localeNames.map((locale) => `i18n/${locale}/${bundle}.json`),
    test,
  ];
}

const args = process.argv.slice(2);
const [feature, route] = args.filter((one) => !one.startsWith('--'));
const flags = Object.fromEntries(
  args
    .filter((one) => one.startsWith('--'))
    .map((one) => [one.slice(2).split('=')[0], one.slice(one.indexOf('=') + 1)]),
);
if (!feature || !route) {
  process.stderr.write(usage);
  process.exit(2);
}
try {
  const { title, ...titles } = flags;
  const files = await createScreen(feature, route, title, titles);
  console.log(
    `${files.join('\n')}\n\nnode tools/test/run-unit.mjs ${files[files.length - 1]} says what is left to do.`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
