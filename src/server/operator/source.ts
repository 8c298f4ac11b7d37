import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Action, Area, InputOf, RecordOf } from '../../contract/desk/area';
import type { Executor } from '../db/database';
import type { Gateway } from '../kernel/gateway';
import type { Person } from './people';

/** A column by its name in the query, or an expression for one. */
export type Column = string | RawBuilder<unknown>;

export const reference = (column: Column): RawBuilder<unknown> =>
  typeof column === 'string' ? sql.ref(column) : column;

/** Rows of tables, which the database sorts, filters and pages. */
export interface Queried<A extends Area, Row> {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of a query differ by area
  rows(run: Executor): SelectQueryBuilder<any, any, Row>;
  /** By the names of sorts, filters and the field of time. Columns for sorting are never null. */
  columns: Readonly<Record<string, Column>>;
  /** Unique, as text: breaks ties of the sort order. */
  id: string;
  /** The column of `rows` with the member's id; enables the filter `member`. */
  member?: string;
  /** Columns that a search looks at. */
  search: readonly Column[];
  /** Filters that are more than a column with a value. */
  where?: Readonly<Record<string, (value: string, gateway: Gateway) => RawBuilder<boolean>>>;
  /** Converts rows into records of the list. */
  view(rows: readonly Row[], gateway: Gateway): Promise<RecordOf<A>[]> | RecordOf<A>[];
}

/** A short list that the gateway computes. */
interface Listed<A extends Area> {
  all(gateway: Gateway): Promise<RecordOf<A>[]>;
}

/** An action on one record; `key` as the address has it, empty for a new record. */
export interface Doing {
  gateway: Gateway;
  key: string;
  person: Person;
}

/** The old and the new value. */
export interface Change {
  field: string;
  before?: unknown;
  after?: unknown;
}

/** The value of an action in fen: a second person is needed above a limit; Infinity: always. */
export type WorthOf<I = Record<string, unknown>> = (
  gateway: Gateway,
  key: string,
  input: I,
) => Promise<number> | number;

/** The source of an area's records, and the implementation of its actions. */
export interface Source<A extends Area = Area, Row = unknown> {
  area: A;
  list: Queried<A, Row> | Listed<A>;
  /** The route parameter of a record's key; `id` if absent. */
  param?: string;
  /** A record with everything that its page shows. Refused if it does not exist. */
  one(gateway: Gateway, key: string): Promise<RecordOf<A>>;
  /** Other names of the record in the trail and in addresses. */
  names?(record: RecordOf<A>): (string | null | undefined)[];
  /**
   * The table of the records, and the columns that identify one; or what there is in place of a row. The trail stores it before and after
   * an action.
   */
  kept?:
    | readonly [table: string, ...columns: string[]]
    | ((gateway: Gateway, key: string) => Promise<object | undefined>);
  acts: { [N in keyof A['actions']]?: (doing: Doing, input: ActionInput<A, N>) => Promise<object> };
  worth?: { [N in keyof A['actions']]?: WorthOf<ActionInput<A, N>> };
  /** The changes of an action, if the names of its input differ from the record's fields. */
  changes?: {
    [N in keyof A['actions']]?: (record: RecordOf<A>, input: ActionInput<A, N>) => Change[];
  };
}

type ActionInput<A extends Area, N extends keyof A['actions']> = A['actions'][N] extends Action
  ? InputOf<A['actions'][N]>
  : never;

/** Finds the source of an area by its path. */
export type SourceNamed = (path: string) => Source | undefined;

/** Infers the types of a source from its area and the rows of its query. */
export const source = <A extends Area, Row>(made: Source<A, Row>): Source => made as unknown as Source;

export const isQueried = (list: Source['list']): list is Queried<Area, unknown> => 'rows' in list;
