import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eachLight, Rack, share } from '../../../src/ui/display/rack';
import { Strip } from '../../../src/ui/display/strip';
import { document, open } from './open';

/** Lights by their colour: how many, and in how many places. */
async function lights(of: Parameters<typeof Rack>[0]) {
  await open(<Rack {...of} />);
  const counts: Record<string, number> = {};
  const places = new Set<string>();
  for (const path of document.querySelectorAll('path')) {
    const dots = path.getAttribute('d')!.split('M').slice(1);
    for (const dot of dots) places.add(dot);
    counts[/--cp-(\w+)/.exec(path.getAttribute('stroke')!)![1]!] = dots.length;
  }
  return { counts, places: places.size };
}

test('a rack has a light for every cloud phone, each in a place of its own', async () => {
  for (const total of [1, 9, 10, 11, 40, 41, 73, 89, 146, 178, 199, 200])
    for (const offline of [0, 1, total]) {
      const { counts, places } = await lights({ working: total - offline, idle: 0, expiring: 0, offline });
      assert.equal(
        [counts.lit ?? 0, counts.unlit ?? 0],
        [total - offline, offline],
        `${offline} of ${total}`,
      );
      assert.is(places, total);
    }
});

test('each activity of a cloud phone has its own colour, also for a single one', async () => {
  const { counts } = await lights({ working: 168, idle: 26, offline: 4, expiring: 2 });
  assert.equal(counts, { lit: 168, idle: 26, unlit: 4, sun: 2 });
});

test('above 200 a light stands for several, and is never so round that one of a kind is lost', async () => {
  assert.is(eachLight(200), 1);
  assert.is(eachLight(201), 2);
  assert.is(eachLight(5000), 25);
  const { counts, places } = await lights({ working: 4980, idle: 12, offline: 7, expiring: 1 });
  assert.equal([counts.sun, counts.unlit, counts.idle], [1, 1, 1]);
  assert.is(counts.lit, 197);
  assert.is(places, 200);
});

test('a rack that shows a part says neither none nor all of what is neither', () => {
  assert.equal(share([1, 4999], 60), [1, 59]);
  assert.equal(share([4999, 1], 60), [59, 1]);
  assert.equal(share([0, 5000], 60), [0, 60]);
  assert.equal(share([5000, 0], 60), [60, 0]);
  assert.equal(share([7, 93], 100), [7, 93]);
});

test('a strip lights in proportion: one for a little, all only for all', async () => {
  const on = async (value: number, of: number) => {
    await open(<Strip value={value} of={of} />);
    const path = document.querySelector('path[stroke="var(--cp-lit)"]');
    const length = /h([\d.]+)/.exec(path?.getAttribute('d') ?? '');
    return length ? Math.round((Number(length[1]) - 0.1) / (300 / 28)) + 1 : 0;
  };
  assert.is(await on(0, 120), 0);
  assert.is(await on(1, 120), 1);
  assert.is(await on(60, 120), 14);
  assert.is(await on(119, 120), 27);
  assert.is(await on(120, 120), 28);
});

test.run();
