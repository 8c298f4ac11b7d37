import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** The last part of a message's key, if the words delete something or give it up. */
const givesUp = /^(delete|remove|idRemove|discard|unlink|revoke)$/;
/** Messages with another name. */
const others = ['records.cancel.yes', 'wallet.revoke.button', 'ai.clear', 'safety.end', 'safety.all'];

test('a button that deletes something or gives it up has the colour of danger, and never the primary one', () => {
  const all: string[] = [];
  const wrong: string[] = [];
  const files = readdirSync('src/features', { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((one) => one.endsWith('.tsx')))
    for (const [button, attributes = '', key = ''] of readFileSync(`src/features/${file}`, 'utf8').matchAll(
      /<Button\b((?:(?!<Button\b)[\s\S])*?)>\s*\{t\('([\w.-]+)'\)\}\s*<\/Button>/g,
    )) {
      if (!givesUp.test(key.slice(key.lastIndexOf('.') + 1)) && !others.includes(key)) continue;
      all.push(key);
      if (!/style=\{[^}]*\bred\b|kind="danger"/.test(attributes)) wrong.push(`${file}: ${button.slice(-60)}`);
    }
  assert.equal(wrong, []);
  for (const key of ['records.cancel.yes', 'store.cart.remove', 'circle.discard', 'addresses.discard'])
    assert.ok(all.includes(key), key);
});

test.run();
