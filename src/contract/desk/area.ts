import type * as v from 'valibot';

/** What somebody behind the desk may do. `automation` is whoever holds OPERATOR_TOKEN in production. */
export type Role = 'support' | 'finance' | 'admin' | 'automation';

export const everybody: readonly Role[] = ['support', 'finance', 'admin'];
export const support: readonly Role[] = ['support', 'admin'];
export const finance: readonly Role[] = ['finance', 'admin'];
export const admin: readonly Role[] = ['admin'];

/**
 * What a field of a record holds. `money` is in fen, `usdt` in millionths; times are ISO 8601 in UTC. `choice` is one of named values,
 * `record` the key of a record of another area, `pictures` are addresses that are good for an hour, `texts` are words by language,
 * `facts` is an object with names and values, `rows` are several of them.
 */
interface FieldTypes {
  text: string;
  words: string;
  money: number;
  count: number;
  usdt: number;
  time: string | Date;
  yes: boolean;
  choice: string | number;
  record: string;
  pictures: readonly string[];
  texts: { [locale: string]: string | undefined };
  facts: object;
  rows: readonly object[];
}
export type FieldKind = keyof FieldTypes;

export interface Field<K extends FieldKind = FieldKind> {
  kind: K;
  /** Of a choice: its values by the names that the desk shows. */
  values?: Readonly<Record<string, string | number>>;
  /** Of a record: its area. */
  area?: string;
  /** Whether the list has a column for it, shown from the beginning or on request; otherwise only the record's page has it. */
  column?: 'shown' | 'offered';
  /** Why somebody should be careful, rather than a fact: it stands out. */
  warns?: boolean;
}

/** What the list may be narrowed to: a field that holds a choice, a member's account or a text. */
interface Filter {
  /** The value if the request does not say; `any` is all values. */
  usual?: string;
  /** The rule of its value, where the field does not tell. */
  rule?: v.GenericSchema<string>;
}

export interface Action {
  /** The rule of what is sent with it. */
  input?: v.GenericSchema;
  /** Roles that may do it, if not those that may act in the area. */
  act?: readonly Role[];
  /** It makes a record, rather than doing something to one. */
  makes?: true;
  /** It is offered for records with one of these values. */
  when?: Readonly<Record<string, readonly (string | number | boolean | undefined)[]>>;
  /** It may be done to several selected records at once. */
  many?: true;
  /** It takes something away from somebody, or cannot be undone. */
  grave?: true;
  /** The desk has a form of its own for it. */
  form?: 'own';
}

/** A list that is asked for often: filters and an order, under a name. */
interface View {
  filters: Readonly<Record<string, string>>;
  sort?: string;
}

/**
 * An area of the desk. Its routes, roles, page, exports, search, histories and notes all derive from its row in `areas.ts`; the gateway adds
 * where the records come from (`server/operator/areas`).
 */
export interface Area {
  path: string;
  /** A word between the path and the key in addresses. */
  under?: string;
  see: readonly Role[];
  act: readonly Role[];
  /** The field whose value names a record in addresses, and the one that names it for people. */
  key: string;
  title: string;
  fields: Readonly<Record<string, Field>>;
  /** What a list can be ordered by. `-` before a name turns the order round; '' is the order in which the gateway has them. */
  sorts: readonly string[];
  sort: string;
  /** The field of time that a range of dates is about. */
  at?: string;
  filters: Readonly<Record<string, Filter>>;
  views?: Readonly<Record<string, View>>;
  actions: Readonly<Record<string, Action>>;
  /** Areas whose records belong to one of this: by the filter that names it, and the field of this with its value. */
  related?: readonly { area: string; filter: string; of: string }[];
  /** A page of its own in the desk, in place of the list. */
  page?: 'own';
}

/** Types an area without widening it. */
export const area = <const A extends Area>(declared: A): A => declared;

/** What a list says of a record, field by field. */
export type RecordOf<A extends Area> = {
  -readonly [F in keyof A['fields']]?: FieldTypes[A['fields'][F]['kind']] | null | undefined;
};

/** What an action is sent with. */
export type InputOf<A extends Action> = A['input'] extends v.GenericSchema
  ? v.InferOutput<A['input']>
  : Record<string, never>;

const field =
  <K extends FieldKind>(kind: K) =>
  (more: Omit<Field, 'kind'> = {}): Field<K> => ({ kind, ...more });

const shown = { column: 'shown' } as const;
const offered = { column: 'offered' } as const;
export const columns = { shown, offered };
export const text = field('text');
export const words = field('words');
export const money = field('money');
export const count = field('count');
export const usdt = field('usdt');
export const time = field('time');
export const yes = field('yes');
export const pictures = field('pictures');
export const texts = field('texts');
export const facts = field('facts');
export const rows = field('rows');

/** One of some names, or of the values that a contract gives names to. */
export const choice = (
  values: readonly string[] | Readonly<Record<string, string | number>>,
  more: Omit<Field, 'kind' | 'values'> = {},
): Field<'choice'> => ({
  kind: 'choice',
  values: Array.isArray(values)
    ? Object.fromEntries(values.map((value: string) => [value, value]))
    : (values as Record<string, string | number>),
  ...more,
});

/** The key of a record of another area. */
export const record = (of: string, more: Omit<Field, 'kind' | 'area'> = {}): Field<'record'> => ({
  kind: 'record',
  area: of,
  ...more,
});
