import { existsSync, readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readDoor } from '../../../tools/build/door.mjs';

test('a screen can be added to the door of every feature', async () => {
  const features = readdirSync('src/features').filter((one) => existsSync(`src/features/${one}/screens.ts`));
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
