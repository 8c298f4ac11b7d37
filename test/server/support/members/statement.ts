import { clausesOf } from './clauses';
import { Equalities } from './equalities';
import { type Group, isGroup, isName, isQuery, isSign, isWord, split, type Token } from './tokens';

/** The column of each table of members that names the member. */
export type Columns = ReadonlyMap<string, string>;

/** A table, or a query in its place, under a name. */
export interface Source {
  alias: string;
  /** Begins the names of its columns. */
  id: string;
  /** Of a table of members: its column that names the member. */
  own?: { table: string; column: string };
  /** The columns of a subquery. */
  columns?: Map<string, string>;
  /** A function of given values. */
  isGiven?: true;
  /** The subquery itself, unless it has a name of its own (`with`). */
  inner: Query[];
}

/** A part of a statement that has tables of its own. */
export interface Query {
  parent: Query | undefined;
  sources: Source[];
  /** Whether it names a column of the query around it. */
  isCorrelated: boolean;
  /** The columns that it gives, by their position and by their name. */
  positions: (string | undefined)[];
  outputs: Map<string, string>;
  /** The names of the sources whose rows it locks; `all` without names. */
  locks: 'all' | string[] | undefined;
  insert?: { table: string; column: string; columns: string[]; conflict?: string[] };
  /** The table in which an update changes the member. */
  moves?: string;
  /** Queries within it. */
  inner: Query[];
}

type Named = ReadonlyMap<string, Query[]>;

const joins = ['join', 'inner', 'left', 'right', 'full', 'outer', 'cross', 'natural', 'lateral', 'only'];
const unions = ['union', 'intersect', 'except'];

export const keyOf = ({ id, columns, isGiven }: Source, column: string): string =>
  isGiven ? Equalities.given : (columns?.get(column) ?? `${id}.${column}`);

/** `column` or `alias.column`. */
function nameOf(tokens: readonly Token[]): [alias: string | undefined, column: string] | undefined {
  const [one, dot, two, ...rest] = tokens;
  if (!isName(one) || isWord(one, 'null', 'true', 'false') || rest.length) return;
  if (dot === undefined) return [undefined, one.text];
  return isSign(dot, '.') && isName(two) ? [one.text, two.text] : undefined;
}

const namesIn = (token: Token | undefined): string[] =>
  isGroup(token) ? split(token.items).flatMap(([first]) => (isName(first) ? [first.text] : [])) : [];

/** Whether an expression contains no column of a table. */
const isGiven = (tokens: readonly Token[]): boolean =>
  tokens.length > 0 &&
  tokens.every((token, at) => {
    if (token.is === 'group') return isQuery(token) || !token.items.length || isGiven(token.items);
    if (token.is !== 'word' && token.is !== 'name') return true;
    const next = tokens[at + 1];
    return isGroup(next) || isWord(token, 'as', 'null', 'array', 'interval') || isWord(tokens[at - 1], 'as');
  });

/** Reads which rows the queries of a statement are about. */
export class Statement {
  readonly equal = new Equalities();
  readonly queries: Query[];
  readonly #columns: Columns;
  #sources = 0;

  constructor(tokens: readonly Token[], columns: Columns) {
    this.#columns = columns;
    this.queries = this.#read(tokens, undefined, new Map());
  }

  #read(tokens: readonly Token[], parent: Query | undefined, known: Named): Query[] {
    const named = new Map(known);
    const own: Query[] = [];
    let at = 0;
    if (isWord(tokens[0], 'with')) {
      at = isWord(tokens[1], 'recursive') ? 2 : 1;
      for (let isMore = true; isMore; at++) {
        const name = tokens[at];
        const isBody = (token: Token | undefined) => !token || (isGroup(token) && isQuery(token));
        while (!isBody(tokens[at])) at++;
        const queries = this.#read((tokens[at] as Group).items, parent, named);
        own.push(...queries);
        if (isName(name)) named.set(name.text, queries);
        isMore = isSign(tokens[at + 1], ',');
        if (isMore) at++;
      }
    }
    const parts = split(tokens.slice(at), (token) => isWord(token, ...unions));
    const read = parts.flatMap((part) => {
      const group = part.find((token) => !isWord(token, 'all'));
      return isGroup(group) && isQuery(group)
        ? this.#read(group.items, parent, named)
        : [this.#readOne(part, parent, named)];
    });
    read[0]?.inner.push(...own);
    return read;
  }

  #readOne(tokens: readonly Token[], parent: Query | undefined, named: Named): Query {
    const query: Query = {
      parent,
      sources: [],
      isCorrelated: false,
      positions: [],
      outputs: new Map(),
      locks: undefined,
      inner: [],
    };
    const clauses = clausesOf(tokens);
    for (const { word, items } of clauses)
      if (word === 'update' || word === 'delete') this.#readTarget(items, query);
      else if (word === 'insert') this.#readInsert(items, query);
      else if (word === 'from' || word === 'using') this.#readSources(items, query, named);
    for (const { word, items } of clauses)
      if (word === 'where') this.#readConditions(items, query, named);
      else if (word !== 'from' && word !== 'using') this.#readInside(items, query, named);
    for (const { word, items } of clauses) {
      if (word === 'for') query.locks = lockedIn(items);
      if (word === 'set') this.#readSet(items, query);
      if (word === 'select' || word === 'returning') this.#readOutputs(items, query);
      if (word === 'conflict' && query.insert && isGroup(items[0])) query.insert.conflict = namesIn(items[0]);
    }
    return query;
  }

  #source(table: string, alias: string): Source {
    const column = this.#columns.get(table);
    const source = { alias, id: `${alias}#${this.#sources++}`, inner: [] };
    return column === undefined ? source : { ...source, own: { table, column } };
  }

  #readTarget(items: readonly Token[], { sources }: Query): void {
    const [table, alias] = items.filter((token) => isName(token) && !isWord(token, 'from', 'only', 'as'));
    if (isName(table)) sources.push(this.#source(table.text, isName(alias) ? alias.text : table.text));
  }

  #readInsert(items: readonly Token[], query: Query): void {
    const table = items.find((token) => isName(token) && !isWord(token, 'into'));
    const column = isName(table) ? this.#columns.get(table.text) : undefined;
    if (!isName(table) || column === undefined) return;
    query.insert = { table: table.text, column, columns: namesIn(items.find(isGroup)) };
  }

  #readSet(items: readonly Token[], query: Query): void {
    const own = query.insert ?? query.sources[0]?.own;
    if (own && split(items).some(([first]) => isName(first) && first.text === own.column))
      query.moves = own.table;
  }

  /** The tables of a `from`, with the conditions of its joins. */
  #readSources(tokens: readonly Token[], query: Query, named: Named): void {
    for (let at = 0; at < tokens.length; ) {
      while (isSign(tokens[at], ',') || isWord(tokens[at], ...joins)) at++;
      const first = tokens[at++];
      let source: Source | undefined;
      if (isGroup(first) && isQuery(first)) {
        source = this.#subquery(this.#read(first.items, query, named), true);
        if (isWord(first.items[0], 'values')) source.isGiven = true;
      }
      if (isGroup(first) && !source) this.#readSources(first.items, query, named);
      if (isName(first) && isGroup(tokens[at])) {
        this.#readInside([tokens[at++] as Token], query, named);
        source = { ...this.#source('', first.text), isGiven: true };
        if (isWord(tokens[at], 'with')) at += 2;
      } else if (isName(first)) {
        const queries = named.get(first.text);
        source = queries ? this.#subquery(queries, false) : this.#source(first.text, first.text);
        source.alias = first.text;
      }
      if (isWord(tokens[at], 'as')) at++;
      const alias = tokens[at];
      if (isName(alias) && !isWord(alias, 'on', 'using', ...joins)) {
        if (source) source.alias = alias.text;
        at++;
        if (isGroup(tokens[at])) at++;
      }
      if (source) query.sources.push(source);
      const end = tokens.findIndex((token, n) => n >= at && (isSign(token, ',') || isWord(token, ...joins)));
      const next = end < 0 ? tokens.length : end;
      if (isWord(tokens[at], 'on')) this.#readConditions(tokens.slice(at + 1, next), query, named);
      at = next;
    }
  }

  #subquery(queries: Query[], isInner: boolean): Source {
    const columns = new Map<string, string>();
    for (const { outputs } of queries)
      for (const [name, key] of outputs) {
        this.equal.add(columns.get(name), key);
        columns.set(name, key);
      }
    return { ...this.#source('', ''), columns, inner: isInner ? queries : [] };
  }

  /** Conditions that all hold. Of an `or`, and within a `case`, nothing can be said. */
  #readConditions(tokens: readonly Token[], query: Query, named: Named): void {
    if (tokens.some((token) => isWord(token, 'or', 'case'))) {
      this.#readInside(tokens, query, named);
      return;
    }
    for (const condition of split(tokens, (token) => isWord(token, 'and'))) {
      const [first] = condition;
      if (condition.length === 1 && isGroup(first) && !isQuery(first))
        this.#readConditions(first.items, query, named);
      else this.#readCondition(condition, query, named);
    }
  }

  #readCondition(condition: readonly Token[], query: Query, named: Named): void {
    const at = condition.findIndex((token) => isSign(token, '=') || isWord(token, 'in'));
    if (at < 1 || isWord(condition[0], 'not') || isWord(condition[at - 1], 'not')) {
      this.#readInside(condition, query, named);
      return;
    }
    const left = condition.slice(0, at);
    const right = condition.slice(at + 1).filter((token) => !isWord(token, 'any'));
    const [last] = right;
    const keys = (isGroup(left[0]) ? split(left[0].items) : [left]).map((one) => this.#resolve(one, query));
    if (isGroup(last) && isQuery(last) && right.length === 1) {
      const inner = this.#read(last.items, query, named);
      query.inner.push(...inner);
      for (const { positions } of inner)
        for (const [n, key] of keys.entries()) this.equal.add(key, positions[n]);
      // a value that another query looks up is a value
      if (isSign(condition[at], '=') && right.length === condition.length - at - 1)
        for (const key of keys) this.equal.add(key, Equalities.given);
      return;
    }
    const other = this.#resolve(right, query);
    if (other !== undefined && keys.length === 1) this.equal.add(keys[0] ?? this.#given(left), other);
    else if (isGiven(right)) for (const key of keys) this.equal.add(key, Equalities.given);
    this.#readInside(condition, query, named);
  }

  readonly #given = (tokens: readonly Token[]) => (isGiven(tokens) ? Equalities.given : undefined);

  /** The subqueries of an expression. */
  #readInside(tokens: readonly Token[], query: Query, named: Named): void {
    for (const token of tokens)
      if (isGroup(token))
        if (isQuery(token)) query.inner.push(...this.#read(token.items, query, named));
        else this.#readInside(token.items, query, named);
  }

  #resolve(tokens: readonly Token[], query: Query): string | undefined {
    const name = nameOf(tokens);
    if (!name) return;
    const [alias, column] = name;
    const passed: Query[] = [];
    for (let at: Query | undefined = query; at; at = at.parent) {
      const { sources } = at;
      const found =
        alias === undefined
          ? (sources.find(({ own, columns }) => own?.column === column || columns?.has(column)) ??
            (sources.length === 1 ? sources[0] : undefined))
          : sources.find((source) => source.alias === alias);
      if (found) {
        for (const one of passed) one.isCorrelated = true;
        return keyOf(found, column);
      }
      passed.push(at);
    }
    return;
  }

  #readOutputs(items: readonly Token[], query: Query): void {
    for (const part of split(items)) {
      const item = part.filter((token) => !isWord(token, 'distinct', 'all'));
      const last = item.at(-1);
      if (isSign(last, '*')) {
        const [alias] = item;
        for (const source of query.sources)
          if (item.length === 1 || (isName(alias) && alias.text === source.alias)) copyColumns(source, query);
        continue;
      }
      const end = isWord(item.at(-2), 'as') ? -2 : undefined;
      const key = this.#resolve(item.slice(0, end), query) ?? this.#given(item.slice(0, end));
      query.positions.push(key);
      if (key !== undefined && isName(last)) query.outputs.set(last.text, key);
    }
  }
}

function copyColumns(source: Source, { outputs }: Query): void {
  if (source.own) outputs.set(source.own.column, keyOf(source, source.own.column));
  for (const [name, key] of source.columns ?? []) outputs.set(name, key);
}

/** `update of a, b skip locked` */
function lockedIn(items: readonly Token[]): Query['locks'] {
  const of = items.findIndex((token) => isWord(token, 'of'));
  const named = items
    .slice(of + 1)
    .filter((token) => isName(token) && !isWord(token, 'skip', 'locked', 'nowait'));
  return of < 0 ? 'all' : named.flatMap((token) => (isName(token) ? [token.text] : []));
}
