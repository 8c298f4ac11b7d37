import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Action, Area, InputOf, RecordOf } from '../../contract/desk/area';
import type { Executor } from '../db/database';
import type { Gateway } from '../kernel/gateway';
import type { Person } from './people';

/** A column by its name in the query, or what stands for one. */
export type Column = string | RawBuilder<unknown>;

/** Rows of tables, which the database sorts, narrows and pages. */
export interface Queried<A extends Area, Row> {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of a query differ by area
  rows(run: Executor): SelectQueryBuilder<any, any, Row>;
  /** By the names of sorts, filters and the field of time. None of them is ever null where it sorts. */
  columns: Readonly<Record<string, Column>>;
  /** Unique, as text: it breaks ties. */
  id: string;
  /** The column of `rows` with the member's id, and with it the filter `member`. */
  member?: string;
  /** Columns that a search looks for words in. */
  search: readonly Column[];
  /** Filters that are not simply a column with a value. */
  where?: Readonly<Record<string, (value: string, gateway: Gateway) => RawBuilder<boolean>>>;
  /** What the list says of rows. */
  view(rows: readonly Row[], gateway: Gateway): Promise<RecordOf<A>[]> | RecordOf<A>[];
}

/** A short list that the gateway makes itself. */
interface Listed<A extends Area> {
  all(gateway: Gateway): Promise<RecordOf<A>[]>;
}

/** An action that somebody does to one record; `key` as the address has it, empty when it makes one. */
export interface Doing {
  gateway: Gateway;
  key: string;
  person: Person;
}

/** What a value was, and what it becomes. */
export interface Change {
  field: string;
  before?: unknown;
  after?: unknown;
}

/** What an action is worth in fen, so that a second person is asked from a limit on; Infinity: always. */
export type WorthOf<I = Record<string, unknown>> = (
  gateway: Gateway,
  key: string,
  input: I,
) => Promise<number> | number;

/** Where the records of an area come from, and what doing something to one of them means. */
export interface Source<A extends Area = Area, Row = unknown> {
  area: A;
  list: Queried<A, Row> | Listed<A>;
  /** The word in the route for the key of a record; `id` if absent. */
  param?: string;
  /** A record with everything that its page shows. Refused when there is none. */
  one(gateway: Gateway, key: string): Promise<RecordOf<A>>;
  /** How else the trail and addresses may call a record. */
  names?(record: RecordOf<A>): (string | null | undefined)[];
  /** The table where records are kept, and the columns that name one: the trail keeps the row before and after. */
  kept?: readonly [table: string, ...columns: string[]];
  acts: { [N in keyof A['actions']]?: (doing: Doing, input: ActionInput<A, N>) => Promise<object> };
  worth?: { [N in keyof A['actions']]?: WorthOf<ActionInput<A, N>> };
  /** What an action would change, where the names of its input are not those of the record's fields. */
  changes?: {
    [N in keyof A['actions']]?: (record: RecordOf<A>, input: ActionInput<A, N>) => Change[];
  };
}

type ActionInput<A extends Area, N extends keyof A['actions']> = A['actions'][N] extends Action
  ? InputOf<A['actions'][N]>
  : never;

/** Finds the source of an area by its path. */
export type SourceNamed = (path: string) => Source | undefined;

/** Types a source by its area and the rows of its query. */
export const source = <A extends Area, Row>(made: Source<A, Row>): Source => made as unknown as Source;

export const isQueried = (list: Source['list']): list is Queried<Area, unknown> => 'rows' in list;
