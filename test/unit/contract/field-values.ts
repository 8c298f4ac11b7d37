/** Values that a field accepts, and values that it refuses by the name of the problem. */
export interface Values {
  takes: unknown[];
  refuses: Record<string, unknown[]>;
}

const x = (length: number) => 'x'.repeat(length);
export const uuid = '7b1c1c1e-3a0e-4f5e-9b0a-6f1f6f0a1d11';

/** The same field, which may be absent. */
export const maybe = ({ takes, refuses }: Values): Values => ({
  takes: [undefined, ...takes],
  refuses: Object.fromEntries(
    Object.entries(refuses).map(([rule, values]) => [rule, values.filter((value) => value !== undefined)]),
  ),
});

/** The same field, whose absence is tried where others can stand in its place. */
export const given = (values: Values): Values => ({ ...values, refuses: maybe(values).refuses });

/** A field that refuses more. */
export const also = (more: Record<string, unknown[]>, { takes, refuses }: Values): Values => ({
  takes,
  refuses: Object.fromEntries(
    [...new Set([...Object.keys(refuses), ...Object.keys(more)])].map((rule) => [
      rule,
      [...(refuses[rule] ?? []), ...(more[rule] ?? [])],
    ]),
  ),
});

/** A field that takes one value more. */
export const or = (value: unknown, { takes, refuses }: Values): Values => ({
  takes: [...takes, value],
  refuses: Object.fromEntries(
    Object.entries(refuses).map(([rule, values]) => [rule, values.filter((one) => one !== value)]),
  ),
});

/** A line of text. */
export const line = (most: number, least = 1): Values => ({
  takes: [x(least), x(most), ` ${x(most)} `],
  refuses: {
    required: ['', '  ', undefined, 7, ...(least > 1 ? [x(least - 1)] : [])],
    maxLength: [x(most + 1)],
    wrong: ['a\0b', 'a\nb', 'a\u202eb', 'a\u200bb', 'a\u3164b', 'a\u200db'],
  },
});

/** A nickname: a line in one alphabet, with emojis. */
export const nickname: Values = (() => {
  const { takes, refuses } = line(20);
  return {
    takes: [...takes, '👩‍💻 Ann', 'Ёлка', '小明 Ming'],
    refuses: { ...refuses, wrong: [...(refuses.wrong ?? []), 'Adm\u0456n', 'Supp\u03bfrt'] },
  };
})();

/** Text of several lines, which may be empty unless `empty` says what is wrong with that. */
export const lines = (most: number, empty?: string): Values => ({
  takes: [x(1), x(most), 'a\nb\tc', ...(empty ? [] : ['', '  '])],
  refuses: {
    required: [undefined, ...(empty === 'required' ? ['', ' '] : [])],
    maxLength: [x(most + 1)],
    wrong: ['a\0b', 'a\u202eb'],
    ...(empty && empty !== 'required' && { [empty]: ['', ' '] }),
  },
});

/** Search words, and other text that may be missing or empty. */
export const search = (most: number, tooLong = 'maxLength'): Values => ({
  takes: [undefined, '', x(most)],
  refuses: { [tooLong]: [x(most + 1)], ...(tooLong === 'wrong' ? {} : { wrong: [7] }) },
});

/** Whole numbers from `least` to `most`. */
export const whole = (
  least: number,
  most: number | undefined,
  { below = 'wrong', above = 'max', absent = 'required' } = {},
): Values => {
  const refuses: Record<string, unknown[]> = { [absent]: [undefined, '1'] };
  const add = (rule: string, value: unknown) => {
    refuses[rule] = [...(refuses[rule] ?? []), value];
  };
  add(below, least - 1);
  if (most !== undefined) add(above, most + 1);
  add('wrong', least + 0.5);
  return { takes: [least, most ?? least + 1], refuses };
};

/** Numbers from `least` to `most`, of any kind. */
export const between = (least: number, most: number): Values => ({
  takes: [least, 0.5, most],
  refuses: { wrong: [least - 0.001, most + 0.001, '1', Number.NaN] },
});

/** One of these. */
export const oneOf = (values: readonly unknown[], absent = 'wrong'): Values => ({
  takes: [...values],
  refuses: { [absent]: [undefined, 'neither', 99] },
});

/** From `least` to `most` of a field. */
export const listOf = (
  { takes, refuses }: Values,
  most: number,
  { least = 0, few = 'required', other = 'required' } = {},
): Values => {
  const list = (length: number) => Array.from({ length }, () => takes[0]);
  const found: Record<string, unknown[]> = Object.fromEntries(
    Object.entries(refuses).map(([rule, values]) => [rule, values.map((value) => [value])]),
  );
  if (least) found[few] = [...(found[few] ?? []), []];
  found[other] = [...(found[other] ?? []), 'text', undefined];
  found.max = [...(found.max ?? []), list(most + 1)];
  return {
    takes: [list(Math.max(1, least)), list(least), list(most), ...takes.map((one) => [one])],
    refuses: found,
  };
};

/** Fields in a field: each of them as it is, among others that are right. */
export function group(entries: Record<string, Values>): Values {
  const right = valid(entries);
  const takes: unknown[] = [right];
  const refuses: Record<string, unknown[]> = {};
  for (const [name, values] of Object.entries(entries)) {
    takes.push(...values.takes.map((value) => ({ ...right, [name]: value })));
    for (const [rule, wrong] of Object.entries(values.refuses))
      refuses[rule] = [...(refuses[rule] ?? []), ...wrong.map((value) => ({ ...right, [name]: value }))];
  }
  return { takes, refuses };
}

/** An input of which every field is right. */
export const valid = (entries: Record<string, Values>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entries).map(([name, { takes }]) => [name, takes.find((value) => value !== undefined)]),
  );

export const id: Values = {
  takes: [x(1), x(64)],
  refuses: { required: ['', undefined, 7], wrong: [x(65)] },
};
export const from = search(200, 'wrong');
export const flag = (absent: string): Values => ({
  takes: [true, false],
  refuses: { [absent]: [undefined, 1] },
});
/** The id of something uploaded. */
export const uploaded = (rule: string): Values => ({
  takes: [uuid],
  refuses: { [rule]: [undefined, '', 'x.png', `${uuid}0`] },
});
export const requestKey: Values = {
  takes: [uuid],
  refuses: { required: [undefined, 7], wrong: ['', x(36), uuid.slice(1)] },
};
/** Text of a form of its own: what has it is tried in `rules.test.ts` with more. */
export const formed = (rule: string, takes: unknown[], wrong: unknown[], absent = 'required'): Values => ({
  takes,
  refuses:
    rule === absent ? { [rule]: ['', undefined, ...wrong] } : { [absent]: ['', undefined], [rule]: wrong },
});
