import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { contrast, valid } from '../../../src/embed/runtime/theme';

test('a value of the look is one, and can fetch nothing and end nothing', () => {
  assert.is(valid('color-primary', '#0a5'), '#0a5');
  assert.is(valid('color-primary', 'rgb(0 120 80 / 0.9)'), 'rgb(0 120 80 / 0.9)');
  assert.is(valid('font-family', '"Inter", sans-serif'), '"Inter", sans-serif');
  for (const wrong of [
    'red;position:fixed',
    'url(//evil.test)',
    'red}',
    'var(--x)',
    'image-set(x)',
    'attr(x)',
    '',
  ])
    assert.is(valid('color-primary', wrong), undefined);
});

test('sizes that a finger or an eye needs are kept within bounds', () => {
  assert.is(valid('font-size', '10px'), '14px');
  assert.is(valid('control-height', '20px'), '44px');
  assert.is(valid('space', '40px'), '12px');
  assert.is(valid('font-size', '1rem'), undefined);
});

test('contrast is that of WCAG', () => {
  assert.is(contrast('rgb(0, 0, 0)', 'rgb(255, 255, 255)'), 21);
  assert.ok(Math.abs(contrast('rgb(119, 119, 119)', 'rgb(255, 255, 255)') - 4.48) < 0.01);
});

test.run();
