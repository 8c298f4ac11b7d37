import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { docsHome, documentAt } from '../../src/partner/docs';
import { buildDocs } from '../../tools/docs/build.mjs';
import { pages } from '../../tools/docs/pages.mjs';

const test = suite<{ out: string; files: string[] }>('the documents for partners as a site');
const languages = ['en', 'zh'];

test.before(async (the) => {
  the.out = mkdtempSync(join(tmpdir(), 'cloudphone-docs-'));
  await buildDocs(the.out);
  the.files = readdirSync(the.out, { recursive: true, encoding: 'utf8' });
});
test.after(({ out }) => rmSync(out, { recursive: true, force: true }));

test('every document is a page in both languages, and in the navigation of each', ({ out, files }) => {
  const sources = readdirSync('docs/embedding').filter((file) => file.endsWith('.md'));
  assert.equal(sources.map((file) => file.slice(0, -3)).sort(), [...pages].sort());
  assert.equal(readdirSync('docs/embedding/zh').sort(), sources.sort());
  for (const language of languages)
    for (const name of pages) {
      assert.ok(files.includes(`${language}/${name}.html`), `${language}/${name}`);
      const html = readFileSync(join(out, language, `${name}.html`), 'utf8');
      for (const one of pages) assert.match(html, `href="${one}.html"`);
      assert.is(html.match(/aria-current="page"/g)?.length, 1);
      assert.match(html, new RegExp(`hreflang="[\\w-]+" href="\\.\\./(en|zh)/${name}\\.html"`));
    }
});

test('every link of a page leads to a file of the site, and to a heading where it names one', ({
  out,
  files,
}) => {
  const text = (file: string) => readFileSync(join(out, file), 'utf8');
  const html = files.filter((file) => file.endsWith('.html'));
  let links = 0;
  const broken = html.flatMap((file) =>
    [...text(file).matchAll(/(?:href|src)="(?!https?:)([^"#]*)(?:#([^"]*))?"/g)].flatMap(
      ([, path = '', anchor]) => {
        if (/^\.\.\/\.\.\/(playground|theme-editor)$/.test(path)) return []; // beside the site
        links++;
        const target = path ? join(file, '..', path) : file;
        if (!files.includes(target)) return `${file}: ${path}`;
        return anchor && !text(target).includes(` id="${decodeURI(anchor)}"`)
          ? `${file}: ${path}#${anchor}`
          : [];
      },
    ),
  );
  assert.equal(broken, []);
  assert.ok(links > 1000, `${links} links`);
});

test('a page has its code in every language, and nothing that was to be put in is left', ({ out }) => {
  const codeOf = (language: string, name: string) =>
    [...readFileSync(join(out, language, `${name}.html`), 'utf8').matchAll(/<pre>[\s\S]*?<\/pre>/g)].map(
      ([block]) => block,
    );
  for (const name of pages) {
    assert.equal(codeOf('zh', name), codeOf('en', name), name);
    assert.not.match(readFileSync(join(out, 'zh', `${name}.html`), 'utf8'), '<!-- code:');
  }
  assert.match(codeOf('en', 'quickstart-python').join(), 'class="hljs-keyword"');
});

test('a page allows itself no script or style but the files of the site, and has none in it', ({ out }) => {
  for (const language of languages)
    for (const name of pages) {
      const html = readFileSync(join(out, language, `${name}.html`), 'utf8');
      assert.match(
        html,
        `http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self';`,
      );
      assert.not.match(
        html,
        /<script(?! type="module" src="\.\.\/search\.js">)|<style| style=| on\w+="/,
        name,
      );
    }
});

/** The parts of a page that are equal in each language: the depth of its headings, and the code in the first column of its tables. */
function shapeOf(file: string) {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const rows = text.split('\n').filter((line) => /^\| [^-]/.test(line));
  return {
    headings: [...text.matchAll(/^#+(?= )/gm)].map(([marks]) => marks.length),
    rows: rows.map((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code).sort(),
    ),
  };
}

test('the Chinese documents say of the same things as the English ones', () => {
  for (const name of pages)
    assert.equal(shapeOf(`docs/embedding/zh/${name}.md`), shapeOf(`docs/embedding/${name}.md`), name);
});

test('the search finds headings and text by language', ({ out }) => {
  const find = (language: string, word: string) =>
    JSON.parse(readFileSync(join(out, language, 'search.json'), 'utf8')).filter(
      ({ title, text }: { title: string; text: string }) => `${title} ${text}`.includes(word),
    );
  assert.ok(find('en', 'Idempotency').some(({ page }: { page: string }) => page === 'tokens'));
  assert.ok(find('zh', '幂等').some(({ anchor }: { anchor: string }) => anchor === '幂等'));
});

test('the shop serves its files and no others', async ({ out }) => {
  assert.match(String((await documentAt(out, '/docs/en/tokens.html'))?.body), '<h1');
  assert.is((await documentAt(out, '/docs/site.css'))?.type, 'text/css; charset=utf-8');
  for (const url of [
    '/docs/../package.json',
    '/docs/en/../../x.html',
    '/docs/fr/index.html',
    '/docs/en/none.html',
    '/docs/',
  ])
    assert.is(await documentAt(out, url), undefined, url);
  assert.equal(['zh-CN,zh', 'en', ''].map(docsHome), [
    '/docs/zh/index.html',
    '/docs/en/index.html',
    '/docs/en/index.html',
  ]);
});

test.run();
