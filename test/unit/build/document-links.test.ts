import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

/** A document without its code, which may contain what looks like a link. */
const proseOf = (file: string) => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string) =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replace(/ /g, '-'),
  );

test('every link between documents leads to a file, and to a heading where it names one', () => {
  let links = 0;
  const broken = documents.flatMap((file) =>
    [...proseOf(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, path, anchor]) => {
        links++;
        const target = path ? join(dirname(file), path) : file;
        if (!existsSync(target)) return `${file}: ${link}`;
        return anchor && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
          ? `${file}: ${link}`
          : [];
      },
    ),
  );
  assert.equal(broken, []);
  assert.ok(links > 50, `${links} links`);
});

test('every decision has a date, a decision and a status, and its file is in the index', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  const wrong = readdirSync('docs/decisions')
    .filter((file) => !['README.md', 'template.md'].includes(file))
    .flatMap((file) => {
      const [, ...records] = readFileSync(join('docs/decisions', file), 'utf8').split(/^## /m);
      const incomplete = records.filter(
        (record) =>
          !/^\d{4}-\d\d-\d\d · \S/.test(record) ||
          !record.includes('\n- **Decision:** ') ||
          !/\n- \*\*Status:\*\* (?:accepted|open|superseded)/.test(record),
      );
      const listed = index.includes(`](${file})`) && records.length > 0;
      return [...incomplete.map((record) => `${file}: ${record.split('\n')[0]}`), ...(listed ? [] : [file])];
    });
  assert.equal(wrong, []);
});

test.run();
