import { Window } from 'happy-dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { restoreScroll } from '../../../src/platform/browser/keyboard';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) MicroMessenger/8.0.44';
const android = 'Mozilla/5.0 (Linux; Android 9) Chrome/69 MicroMessenger/8.0.44';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) Version/16.6 Safari/604.1';

/** Leaves a field, goes on to another perhaps, and answers what was scrolled to. */
async function leave(agent: string, goOn: boolean) {
  const { document } = new Window({ url: 'http://app.test' });
  const to: number[][] = [];
  const scrollTo = (...at: number[]) => to.push(at);
  Object.assign(globalThis, { document, scrollX: 0, scrollY: 120, scrollTo });
  const [field, next] = [document.createElement('input'), document.createElement('input')];
  document.body.append(field, next);
  field.focus();
  field.blur();
  restoreScroll(agent);
  if (goOn) next.focus();
  await new Promise((over) => setTimeout(over, 130));
  return to;
}

test('after typing in WeChat on an iPhone, the page is put back under the finger', async () => {
  assert.equal(await leave(iphone, false), [[0, 120]]);
});

test('nothing moves under a member who goes on to the next field', async () => {
  assert.equal(await leave(iphone, true), []);
});

test('nor on any other phone', async () => {
  assert.equal(await leave(android, false), []);
  assert.equal(await leave(safari, false), []);
});

test.run();
