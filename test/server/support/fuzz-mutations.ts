import { randomUUID } from 'node:crypto';
import { cursor } from '../../../src/server/kernel/pagination';

type Draw = (below: number) => number;

const nested = (depth: number, inside: unknown = 1, list = true): unknown => {
  let value = inside;
  for (let level = 0; level < depth; level++) value = list ? [value] : { a: value };
  return value;
};

const strange = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202eabc',
  'a\nb',
  '\x1b[2J',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u2028',
  'İ',
  'ß',
  'ﬃ',
  '١٢٣٤٥٦',
  '１２３',
  'e\u0301'.repeat(100),
  '👩‍👩‍👧‍👦'.repeat(30),
  'a'.repeat(300),
  'x'.repeat(9000),
  "' or 1=1 --",
  '"; drop table member; --',
  '%',
  '_',
  '\\',
  '%00',
  '../../../etc/passwd',
  '<script>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '{{name}}',
  '$1',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '0x10',
  'a@b.c'.padStart(254, 'a'),
  `${'a'.repeat(9000)}@example.com`,
  '+1',
  '1'.repeat(400),
  '-1',
  '1e9',
];
const numbers = [
  -1,
  0,
  -0,
  0.1,
  1.5,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 53 - 1,
  2 ** 63,
  1e21,
  1e308,
  5e-324,
  9_007_199_254_740_991,
  1_000_000_000_000,
  99_999_999,
];
const others = [null, true, false, [], {}, [[]], [null], { a: 1 }, { length: 1e9 }, { toJSON: 1 }];

const pick = <T>(draw: Draw, all: readonly T[]): T => all[draw(all.length)] as T;

/** Cursors that no page has given, in the form of those that pages give. */
const cursors = (draw: Draw, foreign: readonly unknown[]) => {
  const parts: (string | number)[] = [
    0,
    -1,
    1.5,
    8.64e15,
    1e300,
    2 ** 53,
    '',
    'x',
    '\0',
    '\ud800',
    'a'.repeat(100),
  ];
  const part = () => pick(draw, [...parts, Date.now(), String(pick(draw, foreign)), randomUUID()]);
  const many = Array.from({ length: draw(5) }, part);
  return pick(draw, [
    cursor(...many),
    cursor(...many).slice(1),
    Buffer.from(JSON.stringify(pick(draw, others))).toString('base64url'),
    Buffer.from(JSON.stringify([nested(draw(40))])).toString('base64url'),
    Buffer.from([0xff, 0xfe, draw(256)]).toString('base64url'),
  ]);
};

/** One value that does not belong there, or that belongs to somebody else. */
export function wrongValue(draw: Draw, foreign: readonly unknown[], field = ''): unknown {
  const kinds: (() => unknown)[] = [
    () => pick(draw, strange),
    () => pick(draw, strange),
    () => pick(draw, numbers),
    () => pick(draw, others),
    () => pick(draw, foreign),
    () => pick(draw, foreign),
    () => nested(pick(draw, [3, 60, 1500]), 1, !draw(2)),
    () => Array.from({ length: pick(draw, [2, 101, 1001]) }, () => pick(draw, [1, 'a', null, randomUUID()])),
    () => cursors(draw, foreign),
  ];
  return field === 'from' && draw(3) ? cursors(draw, foreign) : pick(draw, kinds)();
}

/** The input with up to three things about it changed, at any depth. */
export function mutated(input: unknown, draw: Draw, foreign: readonly unknown[]): unknown {
  let value = structuredClone(input);
  for (let times = 1 + draw(3); times > 0; times--) value = changed(value, draw, foreign);
  return value;
}

function changed(value: unknown, draw: Draw, foreign: readonly unknown[], field = ''): unknown {
  if (typeof value !== 'object' || value === null || !draw(8)) return wrongValue(draw, foreign, field);
  if (Array.isArray(value)) {
    const at = draw(value.length + 1);
    const copies = [value[at] ?? 1, value[at] ?? 1];
    if (!draw(3) || at === value.length) return [...value, ...copies];
    return value.map((one, place) => (place === at ? changed(one, draw, foreign, field) : one));
  }
  const entries = Object.entries(value);
  const [name, inside] = pick(draw, entries.length ? entries : [['a', 1]]);
  const rest = Object.fromEntries(entries.filter(([one]) => one !== name));
  const kinds = [
    () => rest,
    () => ({
      ...value,
      [pick(draw, ['extra', 'toString', 'constructor', 'length', 'member', 'id', ''])]: wrongValue(
        draw,
        foreign,
      ),
    }),
    ...Array(5).fill(() => ({ ...value, [name]: changed(inside, draw, foreign, name) })),
  ];
  return pick(draw, kinds)();
}

/** The text of a request with something about it changed that no `JSON.stringify` would have written. */
export function mutatedText(text: string, draw: Draw): Buffer {
  const at = text.indexOf('"data":') + 7;
  const data = (inside: string) => Buffer.from(`${text.slice(0, at)}${inside}}}`);
  const bytes = Buffer.from(text);
  const kinds: (() => Buffer)[] = [
    () => data('{"__proto__":{"member":"x"}}'),
    () => data('{"constructor":{"prototype":{"member":"x"}}}'),
    () => data('{"id":1e400,"from":-1e400}'),
    () => data(`{"id":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
    () => data(`{"id":${'['.repeat(3000 + draw(6000))}`),
    () => data(`{"id":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`),
    () => data('{"id":"a","id":{"id":"b"}}'),
    () => data('{"id":"\\ud800","from":"\\u0000"}'),
    () => data(pick(draw, ['null', '[]', '1', '"x"', 'true', '', '{}', '{"a":'])),
    () => bytes.subarray(0, draw(bytes.length)),
    () => Buffer.concat([bytes, Buffer.from(pick(draw, [' ', '}', '\0', '{}']))]),
    () => {
      bytes[draw(bytes.length)] = draw(256);
      return bytes;
    },
    () => Buffer.concat([bytes.subarray(0, at + 1), Buffer.from([0xc3, 0x28]), bytes.subarray(at + 1)]),
    () => Buffer.alloc(64 * 1024 + draw(2), 32),
  ];
  return pick(draw, kinds)();
}
