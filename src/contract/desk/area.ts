import type * as v from 'valibot';

/** Roles in the back office. `automation` is the holder of OPERATOR_TOKEN in production. */
export type Role = 'support' | 'finance' | 'admin' | 'automation';

export const everybody: readonly Role[] = ['support', 'finance', 'admin'];
export const support: readonly Role[] = ['support', 'admin'];
export const finance: readonly Role[] = ['finance', 'admin'];
export const admin: readonly Role[] = ['admin'];

/**
 * The type of a record's field. `money` is in fen, `usdt` in millionths; times are ISO 8601 in UTC. `choice` is one of named values,
 * `record` the key of a record of another area. `pictures` are addresses that are valid for an hour, `texts` are texts by language.
 * `facts` is an object of names and values, `rows` is a list of those. `act` is an action as the trail names it: `members/:account/lock`.
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
  act: string;
}
export type FieldKind = keyof FieldTypes;

export interface Field<K extends FieldKind = FieldKind> {
  kind: K;
  /** For a choice: its values by the names that the back office shows. */
  values?: Readonly<Record<string, string | number>>;
  /** For a record: its area. */
  area?: string;
  /** Whether the list has a column for it, visible by default or on request; otherwise only the record's page shows it. */
  column?: 'shown' | 'offered';
  /** A warning rather than a fact: it is highlighted. */
  warns?: boolean;
}

/** A filter of a list: a field that contains a choice, a member's account or a text. */
interface Filter {
  /** The default value; `any` means all values. */
  usual?: string;
  /** The rule of its value, if the field does not imply it. */
  rule?: v.GenericSchema<string>;
}

export interface Action {
  /** The rule of its input. */
  input?: v.GenericSchema;
  /** Roles that may perform it, if not those that may act in the area. */
  act?: readonly Role[];
  /** It creates a record. */
  makes?: true;
  /** It is offered for records with one of these values. */
  when?: Readonly<Record<string, readonly (string | number | boolean | undefined)[]>>;
  /** It can be applied to several selected records at once. */
  many?: true;
  /** It takes something away from a member, or cannot be undone. */
  grave?: true;
  /** Fields of the record that its form shows. */
  about?: readonly string[];
  /** Its input contains a file. */
  large?: true;
  /** The back office has a special form for it. */
  form?: 'own';
}

/** A saved view of a list: filters and an order, with a name. */
interface View {
  filters: Readonly<Record<string, string>>;
  sort?: string;
}

/**
 * An area of the back office. Its routes, roles, page, exports, search, histories and notes all derive from its row in `areas.ts`; the
 * gateway adds the source of the records (`server/operator/areas`).
 */
export interface Area {
  path: string;
  /** A segment between the path and the key in addresses. */
  under?: string;
  see: readonly Role[];
  act: readonly Role[];
  /** The field that identifies a record in addresses, and the one that people see as its name. */
  key: string;
  title: string;
  fields: Readonly<Record<string, Field>>;
  /** The sort orders of a list. `-` before a name reverses the order; '' is the default order of the gateway. */
  sorts: readonly string[];
  sort: string;
  /** The time field of date ranges. */
  at?: string;
  filters: Readonly<Record<string, Filter>>;
  views?: Readonly<Record<string, View>>;
  actions: Readonly<Record<string, Action>>;
  /** Areas whose records belong to a record of this area: by the filter that selects them, and the field of this area with its value. */
  related?: readonly { area: string; filter: string; of: string }[];
  /** Areas whose records are made of selected records of this one, and the input that takes their keys. */
  gathered?: readonly { by: string; input: string }[];
  /** A special page in the back office instead of the list. */
  page?: 'own';
  /** Its records contain personal data of members: who opens one or exports the list is written into the trail. */
  personal?: true;
}

/** Types an area without widening it. */
export const area = <const A extends Area>(declared: A): A => declared;

/** A record of a list, field by field. */
export type RecordOf<A extends Area> = {
  -readonly [F in keyof A['fields']]?: FieldTypes[A['fields'][F]['kind']] | null | undefined;
};

/** The input of an action. */
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
export const act = field('act');

/** One of some names, or of the names of the contract's values. */
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
