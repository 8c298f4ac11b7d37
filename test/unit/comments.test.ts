import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const files = ['src', 'tools', 'test', 'docs', 'i18n'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
);
files.push(...readdirSync('.'));
/** Names of sources by which a comment may mean one: the last parts of its path. */
const known = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));
/** Names of built files, of files that users write, and kinds of names. */
const elsewhere = /^(dist\/|config\.json$|sri\.json$|vite\.config\.ts$|\.)/;

test('a comment that names a file names one that is there', () => {
  const wrong = files
    .filter(
      (file) => /^(src|tools|test)\/.*\.(tsx?|mjs)$/.test(file) && basename(file) !== 'comments.test.ts',
    )
    .flatMap((file) => {
      const comments = readFileSync(file, 'utf8').match(/\/\*\*?[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g) ?? [];
      const named =
        comments.join('\n').match(/(?<![\w./:@*-])(?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs|json)\b/g) ?? [];
      return named.filter((name) => !elsewhere.test(name) && !known(name)).map((name) => `${file}: ${name}`);
    });
  assert.equal(wrong, []);
});

test.run();
