import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { check } from '../../../src/contract/wire/check';
import { endpoints } from '../../../src/server/endpoints';
import { uuid, valid } from './field-values';
import type { Fields } from './fields';
import { inputs } from './inputs';

const abroad = (accountNumber: string | undefined, country: string) => ({
  kind: 'abroad',
  holder: 'Li Mei',
  country,
  bankName: 'Bank',
  swift: 'DEUTDEFF',
  accountNumber,
});

/** The properties of a valibot rule that are used here. */
interface Schema {
  kind: string;
  type: string;
  requirement?: unknown;
  pipe?: Schema[];
  entries?: Record<string, Schema>;
  options?: Schema[];
  item?: Schema;
  wrapped?: Schema;
  '~run'(dataset: { issues?: unknown[] }, config: object): { issues?: unknown[] };
}

/** Calls of which one field decides what another may be: what each takes, and what it refuses, by the field that is blamed. */
const together: Record<string, { takes: object[]; refuses: [string, string, object][] }> = {
  'txCircle/add': {
    takes: [
      { text: 'hello' },
      { text: 'x'.repeat(1000) },
      { text: '', pictures: [uuid] },
      { text: '', pictures: Array.from({ length: 9 }, () => uuid) },
      { text: '', video: uuid, poster: uuid },
      { text: 'hello', pictures: [], video: uuid },
    ],
    refuses: [
      ['text', 'required', { text: '' }],
      ['text', 'required', { text: '  ', pictures: [] }],
      ['text', 'required', { text: '', poster: uuid }],
      ['text', 'required', {}],
      ['text', 'maxLength', { text: 'x'.repeat(1001) }],
      ['pictures', 'max', { text: '', pictures: Array.from({ length: 10 }, () => uuid) }],
      ['pictures', 'attachment', { text: '', pictures: ['x.png'] }],
      ['pictures', 'attachment', { text: '', pictures: uuid }],
      ['video', 'attachment', { text: '', video: 'x.mp4' }],
      ['poster', 'attachment', { text: '', video: uuid, poster: 'x.png' }],
      ['video', 'wrong', { text: 'hello', pictures: [uuid], video: uuid }],
    ],
  },
  'txSupport/send': {
    takes: [{ text: 'hello' }, { text: 'x'.repeat(1000) }, { picture: uuid }, { text: '', picture: uuid }],
    refuses: [
      ['text', 'required', {}],
      ['text', 'required', { text: '' }],
      ['text', 'required', { text: '  ' }],
      ['text', 'maxLength', { text: 'x'.repeat(1001) }],
      ['text', 'wrong', { text: 'a\0b' }],
      ['picture', 'attachment', { picture: 'x.png' }],
      ['picture', 'attachment', { text: 'hello', picture: '' }],
    ],
  },
  'txSysMsg/edit': {
    takes: [{ ids: ['x'] }, { ids: Array.from({ length: 500 }, () => 'x') }, { all: true }],
    refuses: [
      ['ids', 'required', { ids: [] }],
      ['ids', 'max', { ids: Array.from({ length: 501 }, () => 'x') }],
      ['', 'required', {}],
      ['', 'required', { all: false }],
    ],
  },
  'dbbMini/addCategory': {
    takes: [
      { name: 'Lamps' },
      { name: 'x'.repeat(20) },
      { platformIds: Array.from({ length: 100 }, () => 'x') },
    ],
    refuses: [
      ['', 'required', {}],
      ['', 'required', { name: 7 }],
      ['name', 'required', { name: '' }],
      ['name', 'maxLength', { name: 'x'.repeat(21) }],
      ['platformIds', 'required', { platformIds: [] }],
      ['platformIds', 'max', { platformIds: Array.from({ length: 101 }, () => 'x') }],
    ],
  },
  'dbbMini/deleteBatch': {
    takes: [{ ids: ['x'] }, { match: { count: 1 } }],
    refuses: [
      ['', 'required', {}],
      ['', 'required', { ids: ['x'], match: { count: 1 } }],
    ],
  },
  'txPhone/act': { takes: [], refuses: [['', 'required', { kind: 'restart' }]] },
  'dbbMini/upperBatch': { takes: [], refuses: [['', 'required', { state: 'on' }]] },
  'dbbMini/categoryBatch': { takes: [], refuses: [['', 'required', { categoryId: '' }]] },
  'txUser/userAccountAdd': {
    takes: [abroad('DE89370400440532013000', 'DE'), abroad('003-123567-8', 'HK'), abroad('1234', 'MN')],
    refuses: [
      ['accountNumber', 'iban', abroad('DE89370400440532013000', 'FR')],
      ['accountNumber', 'iban', abroad('003-123567-8', 'DE')],
      ['accountNumber', 'iban', abroad('DE88370400440532013000', 'DE')],
      ['country', 'wrong', abroad('DE89370400440532013000', 'de')],
    ],
  },
  'txUser/userAccountEdit': {
    takes: [{ ...abroad(undefined, 'DE'), id: 'a1' }],
    refuses: [['accountNumber', 'iban', { ...abroad('003-123567-8', 'DE'), id: 'a1' }]],
  },
};

const rulesOf = new Map(endpoints.map(({ call, rules }) => [call.path, rules]));
const said = (value: unknown) => JSON.stringify(value)?.slice(0, 80);

for (const [path, rows] of Object.entries(inputs))
  test(`${path} takes what is at a bound, and names what is beyond it`, () => tryRows(path, [rows].flat()));

function tryRows(path: string, rows: Fields[]) {
  const rules = rulesOf.get(path)!;
  for (const row of rows) {
    const right = valid(row);
    assert.is(check(rules, right), undefined, `${said(right)} is taken`);
    for (const [field, { takes, refuses }] of Object.entries(row)) {
      for (const value of takes)
        assert.equal(check(rules, { ...right, [field]: value }), undefined, `${field}: ${said(value)}`);
      for (const [rule, values] of Object.entries(refuses))
        for (const value of values)
          assert.is(
            check(rules, { ...right, [field]: value })?.[field]?.rule,
            rule,
            `${field}: ${said(value)}`,
          );
    }
  }
}

for (const [path, one] of Object.entries(together))
  test(`${path} takes what fits together, and names the field that does not fit`, () =>
    tryTogether(path, one));

function tryTogether(path: string, { takes, refuses }: (typeof together)[string]) {
  const rules = rulesOf.get(path)!;
  for (const input of takes) assert.is(check(rules, { requestKey: uuid, ...input }), undefined, said(input));
  for (const [field, rule, input] of refuses)
    assert.is(check(rules, { requestKey: uuid, ...input })?.[field]?.rule, rule, said(input));
}

/** Values that no screen sends: parts of a pattern, properties of every object, and objects that cannot become a text. */
const odd: unknown[] = [
  '((',
  '[',
  '\\',
  '__proto__',
  'constructor',
  'toString',
  null,
  7,
  [],
  {},
  { toString: 1 },
];

test('whatever a member sends in one field is taken or refused, and no check of another field fails', () => {
  for (const [path, rules] of rulesOf) {
    const rows = [inputs[path] ?? []].flat().map(valid);
    for (const right of [...rows, ...(together[path]?.takes ?? [])])
      for (const field of Object.keys(right))
        for (const value of odd)
          assert.not.throws(
            () => check(rules, { ...right, [field]: value }),
            `${path} ${field}: ${said(value)}`,
          );
  }
});

/** Rules of valibot within others. */
function* within(schema: Schema): Generator<Schema> {
  yield schema;
  const { pipe = [], entries = {}, options = [], item, wrapped } = schema;
  for (const one of [
    ...pipe.filter((one) => one !== schema),
    ...Object.values(entries),
    ...options,
    item,
    wrapped,
  ])
    if (one && typeof one === 'object') yield* within(one);
}

test('every rule of every call refuses something that is tried here', () => {
  const silent = new Map<Schema, string>();
  const real: [Schema, Schema['~run']][] = [];
  for (const [path, rules] of rulesOf)
    for (const rule of within(rules as unknown as Schema)) {
      // more than any number that comes in is beyond no bound
      if (rule.kind !== 'validation' || rule.requirement === Number.MAX_SAFE_INTEGER || silent.has(rule))
        continue;
      silent.set(rule, `${path}: ${rule.type}(${rule.requirement ?? ''})`);
      const run = rule['~run'];
      real.push([rule, run]);
      rule['~run'] = (dataset, config) => {
        const before = dataset.issues?.length ?? 0;
        const after = run.call(rule, dataset, config);
        if ((after.issues?.length ?? 0) > before) silent.delete(rule);
        return after;
      };
    }
  try {
    for (const [path, rows] of Object.entries(inputs)) tryRows(path, [rows].flat());
    for (const [path, one] of Object.entries(together)) tryTogether(path, one);
  } finally {
    for (const [rule, run] of real) rule['~run'] = run;
  }
  assert.equal([...silent.values()], []);
});

test('no call and no field of a call is missing here', () => {
  const missing = [...rulesOf].flatMap(([path, rules]) => {
    const tried = new Set([inputs[path] ?? []].flat().flatMap((row) => Object.keys(row)));
    const declared = namesOf(rules as unknown as Schema);
    return path in together && !(path in inputs)
      ? []
      : declared.filter((name) => !tried.has(name)).map((name) => `${path}: ${name}`);
  });
  assert.equal(missing, []);
});

/** The fields of an input, whatever kind of it is sent. */
const namesOf = ({ entries = {}, options = [] }: Schema): string[] => [
  ...Object.keys(entries),
  ...options.flatMap(namesOf),
];

test.run();
