import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Rack } from '../../../src/ui/display/rack';
import { document, open } from './open';

/** Lights that are lit, and all that there are. */
async function lights(online: number, total: number, max = 100) {
  await open(<Rack online={online} total={total} max={max} label="" />);
  const [unlit, , lit] = [...document.querySelectorAll('path')].map(
    (path) => path.getAttribute('d')!.split('M').length - 1,
  );
  return [lit, lit! + unlit!];
}

test('a rack that shows every machine lights as many as are online', async () => {
  for (let online = 0; online <= 100; online++)
    assert.equal(await lights(online, 100), [online, 100], `${online} of 100`);
});

test('one that shows a part says neither none nor all of what is neither', async () => {
  assert.equal(await lights(1, 5000, 60), [1, 60]);
  assert.equal(await lights(4999, 5000, 60), [59, 60]);
  assert.equal(await lights(0, 5000, 60), [0, 60]);
  assert.equal(await lights(5000, 5000, 60), [60, 60]);
});

test.run();
