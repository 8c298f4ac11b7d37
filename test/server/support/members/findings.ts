import { Equalities } from './equalities';
import { type Columns, keyOf, type Query, type Source, Statement } from './statement';
import { tokensOf } from './tokens';

/**
 * The reason why a statement cannot run on the node of one member:
 * - `all`: it is about the rows of all members, so every node has to answer.
 * - `apart`: it joins rows without the condition that they are of the same member, which several nodes cannot do.
 * - `lock`: it locks rows without naming their member; `insert`: it adds a row without its member; `conflict`: it resolves a conflict by
 *   columns without the member; `move`: it changes the member of a row.
 */
export type Finding = `${'all' | 'apart' | 'lock' | 'insert' | 'conflict' | 'move'} ${string}`;

interface Own {
  table: string;
  key: string;
}

const ownOf = (source: Source): Own[] => [
  ...(source.own ? [{ table: source.own.table, key: keyOf(source, source.own.column) }] : []),
  ...source.inner.flatMap(({ sources }) => sources.flatMap(ownOf)),
];

const within = (query: Query): Query[] => [
  query,
  ...[...query.inner, ...query.sources.flatMap(({ inner }) => inner)].flatMap(within),
];

/** Other statements change the schema or a transaction. */
const aboutRows = /^\s*(select|insert|update|delete|with|values)\b/i;

/** Finds out for every table of members in a statement whether it names the member. */
export function findingsIn(text: string, columns: Columns): Finding[] {
  if (!aboutRows.test(text)) return [];
  const { queries, equal } = new Statement(tokensOf(text), columns);
  const found = new Set<Finding>();
  for (const query of queries.flatMap(within)) {
    const { insert, moves, locks, sources } = query;
    if (insert && !insert.columns.includes(insert.column)) found.add(`insert ${insert.table}`);
    if (insert?.conflict && !insert.conflict.includes(insert.column)) found.add(`conflict ${insert.table}`);
    if (moves !== undefined) found.add(`move ${moves}`);
    const peers = sources.flatMap(ownOf);
    for (let at: Query | undefined = query; at?.isCorrelated; at = at.parent)
      peers.push(...(at.parent?.sources.flatMap(ownOf) ?? []));
    for (const source of sources) {
      if (!source.own) continue;
      const { table, key } = ownOf(source)[0] as Own;
      if (equal.find(key) === Equalities.given) continue;
      const isApart = peers.some((peer) => equal.find(peer.key) !== equal.find(key));
      found.add(`${isApart ? 'apart' : 'all'} ${table}`);
      if (locks === 'all' || locks?.includes(source.alias)) found.add(`lock ${table}`);
    }
  }
  return [...found].sort();
}
