import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { locales } from '../../src/contract/wire/locale';
import { publication } from '../../tools/desk/publication.mjs';

interface Context {
  folder: string;
}
const test = suite<Context>('publication');
test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'publication-'));
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true }));

const write = ({ folder }: Context, name: string, html: string) => {
  writeFileSync(join(folder, name), html);
  return join(folder, name);
};
const made = (files: string[], flags = {}) => publication(files, flags, () => 'key');

test('the name of a file says its language, whichever of them it is', (context) => {
  const languages = Object.keys(locales);
  const files = languages.map((one) => write(context, `rent.${one}.html`, `<h1>${one}</h1><p>x</p>`));
  assert.equal(
    made(files).texts,
    Object.fromEntries(languages.map((one) => [one, { title: one, html: '<p>x</p>' }])),
  );
});

test('a file whose name does not say its language is in English, or in that of the option', (context) => {
  const file = write(context, 'rent.2026.html', '<h1>Rent</h1>');
  assert.equal(Object.keys(made([file]).texts), ['en']);
  assert.equal(Object.keys(made([file], { lang: 'vi' }).texts), ['vi']);
});

test('a language that there is not and two files in one language are refused', (context) => {
  const file = write(context, 'rent.html', '<h1>Rent</h1>');
  assert.throws(() => made([file], { lang: 'fr' }), /no language fr/);
  assert.throws(() => made([file, file]), /Two files in en: name each .*\.zh-Hant\.html/);
});

test.run();
