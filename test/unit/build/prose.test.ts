import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findingsIn, findingsInComments, findingsInTitles } from '../../../tools/lint/prose.mjs';

const found = (markdown: string) => findingsIn(markdown).map(({ line, found }) => [line, found]);

test('a document in plain English has no findings', () => {
  const plain = [
    '# Health checks',
    '',
    'The process answers `GET /livez` while it runs. Restart it when the check fails.',
    '',
    '- Use the same secret on every gateway, and restart them one at a time.',
    '',
    '```sh',
    'whoever reads this reads code',
    '```',
    '',
    '<!-- table -->',
    'What is generated is not prose.',
    '<!-- /table -->',
  ].join('\n');
  assert.equal(found(plain), []);
});

test('words that the project does not use are found, with their line, also in a link', () => {
  assert.equal(found('It starts.\n\nSend it to [whoever asks](a.md), the other way round.'), [
    [3, 'whoever'],
    [3, 'the other way round'],
  ]);
});

test('a clause is no subject, and a heading is no riddle', () => {
  assert.equal(found('What is kept is deleted. A sentence that asks is one.'), [
    [1, 'What is kept is deleted.'],
  ]);
  assert.equal(
    found('## Is it well?').map(([line]) => line),
    [1],
  );
});

test('a sentence ends before its reader is lost, and does not cross the items of a list', () => {
  const words = (count: number) => `${Array(count).fill('word').join(' ')}.`;
  assert.is(found(`Many ${words(39)}`).length, 0);
  assert.is(found(`Many ${words(40)}`).length, 1);
  assert.is(found(`- Many ${words(30)}\n- Many ${words(30)}`).length, 0);
  assert.is(found(`Many ${words(30)}\n\n`.repeat(12)).length, 1, 'a document of long sentences');
});

test('comments are held to the same English as documents, and code and types are left out', () => {
  const lines = (source: string) => findingsInComments(source).map(({ line, found }) => [line, found]);
  const plain = [
    "const whoever = 'What is kept is deleted.'; // the price",
    '/** Returns `whoever` asked. @type {(what: whoever) => void} */',
    '// biome-ignore lint/x: whoever reads this is a tool',
    '/**',
    ' * The rows.',
    ' * @param {string[]} whoever of a table',
    ' */',
  ];
  assert.equal(lines(plain.join('\n')), []);
  const private_ = [
    ['const a = 1; //', 'whoever asks'].join(' '),
    '',
    '/**',
    ' * The rows.',
    ' * What is kept of them.',
    ' */',
    'const b = <p>{/* it is told */}</p>;',
    '// so that the member is told',
  ];
  assert.equal(lines(private_.join('\n')), [
    [1, 'whoever'],
    [4, 'What is kept of them.'],
    [8, 'is told'],
  ]);
});

test('titles of tests are held to it too, and to 100 characters', () => {
  const lines = (source: string) => findingsInTitles(source).map(({ line }) => line);
  const of = (title: string) => `test('${title}', async ({ gateway }) => {});\n`;
  assert.equal(lines(of('a member sees the price') + of('a member pays')), []);
  assert.equal(lines(of('a member pays') + of('what is paid is kept') + of('the member is told')), [2, 3]);
  assert.equal(lines(of(`a member ${'pays '.repeat(20)}`)), [1]);
  assert.equal(lines("const who = ['what is paid is kept', () => {}];"), []);
});

test.run();
