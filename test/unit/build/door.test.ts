import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readDoor } from '../../../tools/build/door.mjs';

test('a screen can be added to the door of every feature', async () => {
  const doorOf = (feature: string) => `src/features/${feature}/screens.ts`;
  const isRouted = (feature: string) => readFileSync(doorOf(feature), 'utf8').includes("'pages/"); // others have parts of screens only
  const features = readdirSync('src/features').filter((one) => existsSync(doorOf(one)) && isRouted(one));
  assert.ok(features.length > 10);
  for (const feature of features) {
    const { text, screens } = await readDoor(feature);
    assert.is(text[screens.end - 1], '}', feature);
    assert.ok(
      screens.properties.every(({ value }: { value: { type: string } }) => value.type === 'CallExpression'),
      feature,
    );
  }
});

test.run();
