import { Window } from 'happy-dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { innerScroller } from '../../../src/platform/host/inner-scroller';

const on = (agent: string) => {
  const { document } = new Window({ url: 'http://app.test' });
  document.body.innerHTML = '<div id="app"></div>';
  Object.assign(globalThis, { document, addEventListener() {} });
  const box = innerScroller(agent);
  return { box, document };
};
const iphone = (version: number, more = 'MicroMessenger/8.0.44') =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version}_2 like Mac OS X) AppleWebKit/605.1.15 ${more}`;

test('in WeChat on an iPhone a box scrolls, and the page under it does not', () => {
  const { box, document } = on(iphone(16));
  assert.is(box?.id, 'app');
  assert.equal([box?.style.overflowY, box?.style.overscrollBehaviorY], ['auto', 'none']);
  assert.equal([document.documentElement.style.overflow, document.body.style.overflow], ['hidden', 'hidden']);
});

test('not elsewhere: not on Android, not in Safari, not on an iPhone too old for an inner scroller', () => {
  const android = 'Mozilla/5.0 (Linux; Android 13) Chrome/116 MicroMessenger/8.0.44';
  for (const agent of [android, iphone(16, 'Version/16.6 Safari/604.1'), iphone(12)]) {
    const { box, document } = on(agent);
    assert.is(box, undefined, agent);
    assert.is(document.body.style.overflow, '', agent);
  }
});

test.run();
