import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { endpoints } from '../../../src/server/endpoints';

/** The events that the types declare. */
const table =
  /export interface Details \{\n(.*?)\n\}/s.exec(readFileSync('src/embed/api.ts', 'utf8'))?.[1] ?? '';
const declared = [...table.matchAll(/^ {2}'?([a-z-]+)'?: /gm)].map(([, name = '']) => name);

test('every event that the types declare is emitted: by the embed itself, or by a call that announces it', () => {
  const sources = readdirSync('src/embed', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join('src/embed', file), 'utf8'));
  const emitted = new Set(
    sources.flatMap((text) => [...text.matchAll(/\bemit\(\s*'([a-z-]+)'/g)].map(([, name]) => name)),
  );
  for (const { call } of endpoints)
    for (const event of Object.keys(call.announce ?? {})) {
      assert.ok(call.embed, `${call.path} announces ${event}, and no embed may call it`);
      emitted.add(event);
    }
  assert.ok(declared.length > 12, 'the types were read');
  assert.equal(
    declared.filter((name) => !emitted.has(name)),
    [],
  );
});

test('the documents list every event, in both languages, and none that there is not', () => {
  for (const file of ['events.md', 'zh/events.md']) {
    const text = readFileSync(`docs/embedding/${file}`, 'utf8');
    const rows = [...text.matchAll(/^\| `cp-([a-z-]+)` \|/gm)].map(([, name]) => name);
    assert.equal([...rows, 'event'].sort(), [...declared].sort(), file);
    assert.match(text, '`cp-event');
  }
});

test('a frame passes on to the page every event that happens in it', () => {
  const own = ['loadstart', 'ready', 'leave', 'destroyed']; // of the page's embed, or by a message of its own
  for (const file of ['frame/child.ts', 'frame/bridge.ts']) {
    const text = readFileSync(`src/embed/${file}`, 'utf8');
    for (const name of declared)
      if (!own.includes(name)) assert.ok(text.includes(`'${name}'`), `${file}: ${name}`);
  }
});

test.run();
