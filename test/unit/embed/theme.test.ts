import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { contrast, mixed } from '../../../src/embed/runtime/contrast';
import { valid } from '../../../src/embed/runtime/theme';

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

test('a value of the wrong kind is dropped, and a radius of 0 counts', () => {
  const supports = (property: string, value: string) => property !== 'border-radius' || /^\d/.test(value);
  assert.is(valid('radius', 'potato', supports), undefined);
  assert.is(valid('radius', '0', supports), '0px');
  assert.is(valid('motion', '0'), '0');
  assert.is(valid('motion', 'never'), undefined);
  assert.is(valid('scheme', 'black'), undefined);
});

test('a tint has its share of the brand', () => {
  assert.is(mixed('rgb(200, 0, 0)', 'rgb(255, 255, 255)', 0.1), 'rgb(250, 230, 230)');
  assert.is(mixed('rgb(200, 0, 0)', 'rgb(0, 0, 0)', 0), 'rgb(0, 0, 0)');
});

test('contrast is that of WCAG', () => {
  assert.is(contrast('rgb(0, 0, 0)', 'rgb(255, 255, 255)'), 21);
  assert.ok(Math.abs(contrast('rgb(119, 119, 119)', 'rgb(255, 255, 255)') - 4.48) < 0.01);
});

test.run();
