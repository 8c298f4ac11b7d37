import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as drawings from '../../../src/ui/display/drawings';
import * as icons from '../../../src/ui/display/icons';

type Tokens = Record<string, string>;

/** The colours that a sheet names, by their name; a partner's colour before ours is left out. */
function tokensOf(rules: string): Tokens {
  const all: Tokens = {};
  for (const [, name, value] of rules.matchAll(/--cp-([\w-]+):\s*(?:var\([^,]+,\s*)?(#[0-9a-f]{3,6})\)?;/g))
    all[name!] = value!;
  return all;
}
const read = (file: string) => readFileSync(`src/ui/${file}`, 'utf8');
const [night = '', darkNight = ''] = read('night.css').split('@media (prefers-color-scheme: dark)');
const light = tokensOf(read('tokens.css'));
const dark = tokensOf(read('dark.css'));
const schemes: Record<string, Tokens> = {
  light,
  dark,
  'night in the light': { ...light, ...tokensOf(night) },
  'night in the dark': { ...dark, ...tokensOf(night), ...tokensOf(darkNight) },
};

/** WCAG 2. */
function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

/** Foreground and background colours, and their minimum contrast. */
const pairs: [fore: string, on: string, least: number][] = [
  ['ink', 'paper card sunk', 4.5],
  ['quiet', 'paper card sunk', 4.5],
  ['accent', 'paper card sunk soft', 4.5],
  ['on', 'accent', 4.5],
  ['bad', 'paper card bad-soft', 4.5],
  ['on-bad', 'bad', 4.5],
  ['warn', 'paper card warn-soft', 4.5],
  ['info', 'paper card info-soft', 4.5],
  ['edge', 'paper card', 3],
  ['lit', 'paper card', 3],
  ['sky', 'paper card', 3],
  ['sun', 'paper card', 3],
];
for (const [name, tokens] of Object.entries(schemes))
  test(`everything can be read: ${name}`, () => {
    const weak = pairs.flatMap(([fore, grounds, least]) =>
      grounds.split(' ').flatMap((ground) => {
        assert.ok(tokens[fore] && tokens[ground], `${fore} or ${ground} is no token`);
        const ratio = contrast(tokens[fore], tokens[ground]);
        return ratio < least ? `${fore} on ${ground}: ${ratio.toFixed(2)}` : [];
      }),
    );
    assert.equal(weak, []);
  });

test('the dark scheme and the night name every colour that the light one names', () => {
  assert.equal(Object.keys(dark), Object.keys(light));
  assert.equal(
    Object.keys(light).filter((name) => !tokensOf(night)[name]),
    [],
  );
});

/** The styles of members' phones; the desk and the partner console run on computers. */
const styled = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx?|css)$/.test(file) && !/^(partner|server|desk|console)/.test(file))
  .map((file) => [file, readFileSync(`src/${file}`, 'utf8')] as const);
/** The rules of a file: a style sheet, or what its templates say. */
const rulesOf = ([file, text]: readonly [string, string]) =>
  file.endsWith('.css') ? text : [...text.matchAll(/\bcss`([^`]*)`/g)].map(([, body]) => body).join('\n');

test('no style needs more than Chrome 69 and iOS 12.2 know', () => {
  const unknown = /aspect-ratio\s*:|(?:^|[^-])clamp\(|:has\(|:is\(|:where\(|color-mix\(|inset\s*:/;
  const found = styled.flatMap((one) => {
    const rules = rulesOf(one);
    const blocks = rules.match(/[^{}]*\{[^{}]*/g) ?? [rules];
    const gaps = blocks.filter((block) => /(?:^|[\s;])(?:row-|column-)?gap\s*:/.test(block));
    const newer = unknown.exec(rules)?.[0];
    return [
      ...(gaps.length ? [`${one[0]}: gap (a grid says grid-gap)`] : []),
      ...(newer ? [`${one[0]}: ${newer}`] : []),
    ];
  });
  assert.equal(found, []);
});

test('nothing moves but by opacity, transform and colour, and nothing moves for ever', () => {
  const found = styled.flatMap((one) => {
    const rules = rulesOf(one);
    return /animation:[^;]*infinite/.test(rules) ||
      /transition:[^;]*(?:width|height|top|left|margin)/.test(rules)
      ? [one[0]]
      : [];
  });
  assert.equal(found, []);
});

test('a row that comes has no other row styled again', () => {
  // what a list asks of its rows, each of which comes and goes
  const rows = rulesOf(styled.find(([file]) => file === 'ui/layout/rows.tsx') ?? ['', '']);
  assert.match(rows, /& > li/);
  assert.not.match(rows, /[+~]|:(?:first|last|only|nth)-/);
  // A rule is checked for all elements that its end matches. A selector that ends with the next element (`& + *`) is checked for each row, and
  // then every row is styled again when one comes.
  const asked = styled.flatMap((one) =>
    [...rulesOf(one).matchAll(/[^{},;]+(?=[{,])/g)]
      .map(([selector]) => selector.trim())
      .filter((selector) => /^\S+ ?[+~] ?(?!&)\S+$/.test(selector))
      .map((selector) => `${one[0]}: ${selector}`),
  );
  assert.equal(asked, []);
});

test('every corner goes with the partner’s radius', () => {
  const fixed = styled
    .filter(([file]) => /^(ui|features)/.test(file) && !/badge|night|features\/dev/.test(file))
    .flatMap((one) =>
      [...rulesOf(one).matchAll(/border-radius:[^;]*?\b(\d+)px/g)]
        .filter(([, px]) => Number(px) > 4)
        .map(([rule]) => `${one[0]}: ${rule}`),
    );
  assert.equal(fixed, []);
});

test('every icon and drawing is drawn once and named once', () => {
  for (const set of [icons, drawings]) {
    const all = Object.values(set);
    assert.is(new Set(all).size, all.length);
  }
  assert.is(Object.keys(icons).length, 74);
  assert.is(Object.keys(drawings).length, 16);
  for (const [name, icon] of Object.entries(icons))
    assert.match(icon, /^M[^|]+(\|([\d.]+ [\d.]+)?(\|[\d.]+)?)?$/, name);
});

test('a drawing is 15 lights across and 9 down at most', () => {
  for (const [name, drawing] of Object.entries(drawings)) {
    const rows = drawing.split('/');
    assert.ok(rows.length <= 9 && rows.every((row) => row.length <= 15 && /^[.#o!]*$/.test(row)), name);
  }
});

test.run();
