import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lookOf, rulesOf } from '../../src/server/embed/look';

/** Colours with what is read on them: white where its contrast is 4.5 at least, which the comment says. */
const contrasts = {
  '#000000': '#ffffff',
  '#0000ff': '#ffffff', // 8.6
  '#ff0000': '#000000', // 4.0
  '#00ff00': '#000000', // 1.4
  '#008000': '#ffffff', // 5.1
  '#767676': '#ffffff', // 4.54, the lightest grey that white is read on
  '#777777': '#000000', // 4.48
  '#0a767a': '#ffffff', // 5.4
  '#0a8000': '#ffffff', // 5.1
  '#e6000a': '#ffffff', // 4.9
  '#ffffff': '#000000',
};

test('text on a partner’s colour is white where white is readable, and black elsewhere', () => {
  for (const [primary, on] of Object.entries(contrasts))
    assert.equal(lookOf({ primary }, 'en').primary, { colour: primary, on }, primary);
});

test('a colour is six digits or three, in either case, and anything else is left out', () => {
  assert.is(lookOf({ primary: '#FFCC00' }, 'en').primary?.colour, '#ffcc00');
  assert.is(lookOf({ primary: '#Fc0' }, 'en').primary?.colour, '#ffcc00');
  for (const primary of [
    '',
    '#',
    '#ff',
    '#ffcc',
    '#ffcc0',
    '#ffcc000',
    'ffcc00',
    '#fcg',
    ' #ffcc00',
    '#ffcc00;',
    undefined,
  ])
    assert.is(lookOf({ primary }, 'en').primary, undefined, String(primary));
});

test('a radius is 0 to 28 pixels; language and scheme are those there are', () => {
  const radius = (value: unknown) => lookOf({ radius: value }, 'en').radius;
  assert.equal(['0', '8', '8px', '28', '29px', '99'].map(radius), [0, 8, 8, 28, 28, 28]);
  for (const other of ['', '-1', '100', '8em', '1.5', undefined]) assert.is(radius(other), undefined);
  assert.equal(
    ['en', 'zh', 'fr', undefined].map((lang) => lookOf({ lang }, 'zh').locale),
    ['en', 'zh', 'zh', 'zh'],
  );
  assert.equal(
    ['dark', 'light', 'auto', undefined].map((scheme) => lookOf({ scheme }, 'en').scheme),
    ['dark', 'light', undefined, undefined],
  );
});

test('a page that chooses nothing adds no rule, and one that chooses adds what it chose', () => {
  assert.is(rulesOf(lookOf({}, 'en')), '');
  assert.is(rulesOf(lookOf({ radius: '0' }, 'en')), 'html[data-scheme]{--radius:0px}');
  assert.is(
    rulesOf(lookOf({ primary: '#000', radius: '4' }, 'en')),
    'html[data-scheme]{--accent:#000000;--on:#ffffff;--radius:4px}',
  );
});

test.run();
