/**
 * Where the rows of a table lie when several database nodes share them.
 * - `member`: with the member whose id the column holds. All tables of members are divided in the same way, so that all rows of one
 *   member are on one node.
 * - `home`: in the same way, by the member whose accounts a movement changes (`ledger/tables.ts`).
 * - `key`: by the column, whichever member they are about; `undivided`: all on one of the nodes, because lists read them together.
 * - `everywhere`: on each node. Small tables that are read together with the rows of members, and are rarely written.
 * - `here`: on one node. The gateway's own rows, rows that live for minutes, and the feed, which all members read together. They are never
 *   joined with divided tables.
 */
type Spread<Row> =
  | { by: 'member' | 'home' | 'key'; column: keyof Row & string; undivided?: true }
  | 'everywhere'
  | 'here';

/** A place for each table of a room. Every `tables.ts` declares one as `spread`. */
export type SpreadOf<Tables> = { readonly [Name in keyof Tables]: Spread<Tables[Name]> };

export const byMember = { by: 'member', column: 'member' } as const;
export const byHome = { by: 'home', column: 'home' } as const;
