import { readdirSync, readFileSync } from 'node:fs';
import englishMessages from 'ra-language-english';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deprecationKinds } from '../../src/contract/embed/deprecations';
import { embedFeatures } from '../../src/contract/embed/features';
import { incidentParts, incidentStates } from '../../src/contract/embed/incidents';
import { webhookTypes } from '../../src/contract/embed/partners';
import { locales } from '../../src/contract/wire/locale';
import { problemRules } from '../../src/contract/wire/problem';
import { toJavaScriptSync } from '../../tools/build/syntax.mjs';
import { says, untranslated } from '../../tools/build/words.mjs';

type Table = { [key: string]: string | Table };
const flat = (table: Table, path = ''): [string, string][] =>
  Object.entries(table).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
const read = (locale: string, file: string) =>
  flat(JSON.parse(readFileSync(`i18n/${locale}/${file}`, 'utf8')) as Table);
/** A plural is one message; its blanks are those of its general form. English has two forms, Chinese none. */
const messages = (locale: string, file: string) =>
  read(locale, file).flatMap(([key, words], _, all): [string, string][] => {
    const [, name, form] = /^(.*)\.(one|other)$/.exec(key) ?? [];
    const plural = ['one', 'other'].every((one) => all.some(([other]) => other === `${name}.${one}`));
    if (!name || !plural) return [[key, words]];
    return form === 'one' ? [] : [[name, words]];
  });
/** A language counts a discount as what is taken off or as tenths of the price (`discount` in core/purchase/price). */
const blanks = (words: string) =>
  (words.replace('{{tenths}}', '{{off}}').match(/{{\w+}}/g) ?? []).sort().join();
const shape = (locale: string, file: string) =>
  Object.fromEntries(messages(locale, file).map(([key, words]) => [key, blanks(words)]));

/** The names of react-admin's own messages. */
const reactAdmin = flat((englishMessages as unknown as { ra: Table }).ra).map(([key]) => key);

const files = readdirSync('i18n/en');
const localeNames = Object.keys(locales);
const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);
const texts = paths.map((file) => readFileSync(`src/${file}`, 'utf8'));
const sources = texts.join('\n');

/** Programs that say a bundle of their own, as `t('name')` or `words.name`, or by the name of a screen. */
const programs = Object.fromEntries(
  Object.entries({
    console: ['src/console', 'src/server/console', 'src/server/partners'],
    desk: ['src/desk', 'src/server', 'src/contract'], // areas declare fields, values and actions; the server names what waits
    'mini-program': ['src/mini-program'],
    documents: ['src/server/documents'],
    'example-shop': ['src/partner/public'],
    playground: ['src/partner/public'],
  }).map(([bundle, folders]) => [bundle, folders.map(allOf).join('\n')]),
);
function allOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map((one) => readFileSync(`${one.parentPath}/${one.name}`, 'utf8')).join('\n');
}

test('every language has the same files', () => {
  assert.equal(readdirSync('i18n').sort(), [...localeNames, 'locales.json'].sort());
  for (const locale of localeNames) assert.equal(readdirSync(`i18n/${locale}`), files);
});

for (const locale of localeNames) {
  for (const file of files) {
    test(`${locale}/${file} says everything English says, with the same blanks, and nothing is empty`, () => {
      assert.equal(shape(locale, file), shape('en', file));
      assert.equal(
        read(locale, file).filter(([, words]) => !words.trim()),
        [],
      );
    });
  }
}

test('nothing waits for a translation', () => {
  assert.equal(
    localeNames
      .flatMap((locale) => files.flatMap((file) => read(locale, file)))
      .filter(([, words]) => words.startsWith(untranslated)),
    [],
  );
});

test('every problem a rule can find has words', () => {
  const said = read('en', 'form.json').map(([key]) => key);
  assert.equal(
    problemRules.filter((rule) => !said.includes(`problems.${rule}`)),
    [],
  );
});

const namedByGateway: Record<string, readonly string[]> = {
  feature: Object.keys(embedFeatures),
  event: webhookTypes,
  part: incidentParts,
  incident: incidentStates,
  what: deprecationKinds,
};

test('every message is used', () => {
  const said = says(texts.map((text, at) => toJavaScriptSync(paths[at]!, text)));
  const unused = files
    .flatMap((file) => read('en', file).map(([key]) => `${file.replace('.json', '')}.${key}`))
    .filter((key) => {
      // the words of a message to a member: each is of a kind, or test/unit/message-kinds.test.ts does not compile
      if (key.startsWith('server.told_')) return false;
      // said as a whole: by the AI chat, the loader of embeds, the sandboxes' pages, the script for old browsers
      if (/^(help|embed|old|sandbox)\./.test(key)) return false;
      // react-admin says these by their names
      if (key.startsWith('desk.ra.')) return !reactAdmin.includes(key.slice('desk.ra.'.length));
      // what the gateway names: a feature, an event, a part or a state of an incident, a kind of deprecation
      const [, list = '', name = ''] = /^console\.(feature|event|part|incident|what)\.(.+)$/.exec(key) ?? [];
      if (namedByGateway[list]) return !namedByGateway[list].includes(name);
      const [, program = '', word] = /^([\w-]+)\.(?:.+\.)?(\w+)$/.exec(key) ?? [];
      // names of fields, values and actions stand in their areas
      if (program === 'desk') return !RegExp(`\\b${word}\\b`).test(programs[program] ?? '');
      if (programs[program])
        return !RegExp(`['"](?:step\\.)?${word}['"]|\\b(words|text)\\.${word}\\b|\\b${word}: [({]`).test(
          programs[program],
        );
      if (key.startsWith('server.')) return !sources.includes(`'${key.slice('server.'.length)}'`);
      return !said(key);
    });
  assert.equal(unused, []);
});

test.run();
