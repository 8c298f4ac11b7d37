import { randomUUID } from 'node:crypto';
import { type GenericSchema, safeParse } from 'valibot';

type Draw = (below: number) => number;

/** A rule of valibot's, as far as one can see which values it takes. */
interface Shape {
  type: string;
  entries?: Record<string, GenericSchema>;
  item?: GenericSchema;
  wrapped?: GenericSchema;
  options?: unknown[];
  literal?: unknown;
}

/** Possible values of a field of that name in a call of that path: from the gateway's responses, and from a member's knowledge. */
export type Known = (field: string, path: string) => readonly unknown[];

const words = [
  'Lamp',
  '云手机',
  'mei',
  'l',
  'It blinks\nall night',
  '李梅',
  'a'.repeat(60),
  '🦊 fox',
  'ABC123',
];
const texts = [
  '13800138046',
  '+6591234567',
  'a@example.com',
  '110105194912310021',
  '1234567890123456',
  'K1234567',
  '123456',
  '202611',
  '330106',
  '33',
  '2026-05',
  '2026-05-10',
  '2026-05-10T08:00:00Z',
  'cloud-phone-77',
  '4111111111111111',
  '6222021234567890',
  'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  'DEMO2026',
  'demo',
  '0',
];
const numbers = [0, 1, 2, 3, 7, 30, 90, 100, 50_00, 100_00, 123_45, 9_900, 2026, 1e6, -1];

const pick = <T>(draw: Draw, all: readonly T[]): T => all[draw(all.length)] as T;

/** An input that the rules of a call take, where one can be found by trying; otherwise one that comes near. */
export function inputFor(rules: GenericSchema, path: string, known: Known, draw: Draw): unknown {
  const fits = (schema: GenericSchema, value: unknown) => safeParse(schema, value).success;

  function first(schema: GenericSchema, candidates: readonly (() => unknown)[]): unknown {
    let value: unknown;
    for (const candidate of candidates) {
      value = candidate();
      if (fits(schema, value)) return value;
    }
    return value;
  }

  const some = <T>(all: readonly T[], times: number) =>
    all.length ? Array.from({ length: times }, () => () => pick(draw, all)) : [];

  function value(schema: GenericSchema, field: string): unknown {
    const shape = schema as unknown as Shape;
    switch (shape.type) {
      case 'object':
        return first(
          schema,
          Array(5).fill(() => object(shape.entries ?? {})),
        );
      case 'intersect':
        return Object.assign({}, ...(shape.options ?? []).map((one) => value(one as GenericSchema, field)));
      case 'union':
      case 'variant':
        return value(pick(draw, shape.options ?? []) as GenericSchema, field);
      case 'optional':
        return draw(3) && shape.wrapped ? value(shape.wrapped, field) : undefined;
      case 'nullable':
        return draw(3) && shape.wrapped ? value(shape.wrapped, field) : null;
      case 'picklist':
        return pick(draw, shape.options ?? []);
      case 'literal':
        return shape.literal;
      case 'boolean':
        return first(schema, [() => !draw(2), () => true]);
      case 'number':
        return first(schema, [...some(known(field, path), 4), ...some(numbers, 20)]);
      case 'array': {
        const item = shape.item as GenericSchema;
        const many = () => [...new Set(Array.from({ length: 1 + draw(3) }, () => value(item, field)))];
        return first(schema, [...some(known(`[${field}]`, path), 1), many, many, () => []]);
      }
      default:
        return first(schema, [
          ...(field === 'requestKey' ? [randomUUID] : []),
          ...some(known(field, path), 8),
          ...some(words, 4),
          ...some(texts, 4),
          ...texts.map((text) => () => text),
          ...words.map((text) => () => text),
          randomUUID,
        ]);
    }
  }

  function object(entries: Record<string, GenericSchema>): object {
    const made: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(entries)) {
      const one = value(schema, name);
      if (one !== undefined) made[name] = one;
    }
    if ('confirm' in made) made.confirm = made.password; // no other two fields have to agree
    return made;
  }

  return value(rules, '');
}
