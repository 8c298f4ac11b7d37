import type { KyselyPlugin, OperationNode, RootOperationNode } from 'kysely';
import type { Db } from '../../../src/server/db/database';

/** Every name of a column in a condition, and in what is selected within it. */
function columnsIn(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const one of node) columnsIn(one, found);
  else if (node && typeof node === 'object') {
    const { kind, column } = node as OperationNode & { column?: { name: string } };
    if (kind === 'ColumnNode' && column) found.add(column.name);
    for (const one of Object.values(node)) columnsIn(one, found);
  }
  return found;
}

const tableOf = (node: unknown): string => {
  let found = '';
  JSON.stringify(node, (_, value) => {
    if (!found && value?.kind === 'SchemableIdentifierNode') found = value.identifier.name;
    return value;
  });
  return found;
};

/** Columns by which whatever is changed is named, besides ids, numbers and hashes. */
const names =
  /^(id|hash|uuid|key|code|number|name|kid|txid|username|serial_number|order_no|attempt|member|author|owner|partner|person|email_key|account|address|destination|reference|machine|post|goods|product|operator|turn|app_id|platform_id|version|network|serial|notice|video|withdrawal|batch|month|object|linked)$/;

/** Expired rows are deleted by their time. */
const ends = /^(expires_at|until)$/;

/** Refuses a change or a deletion that does not say of what: a condition that got lost changes everybody's rows. */
const plugin: KyselyPlugin = {
  transformQuery({ node }): RootOperationNode {
    if (node.kind === 'UpdateQueryNode' || node.kind === 'DeleteQueryNode') {
      const table = tableOf(node.kind === 'UpdateQueryNode' ? node.table : node.from);
      const columns = [...columnsIn(node.where)];
      const isOver = node.kind === 'DeleteQueryNode' && columns.some((column) => ends.test(column));
      if (!isOver && !columns.some((column) => names.test(column)))
        throw new Error(`${node.kind} of ${table} says by ${columns.join(', ') || 'nothing'} which rows`);
    }
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** The same database for a gateway that may change only rows that it names. */
export const namedRows = (db: Db): Db => ({
  ...db,
  run: db.run.withPlugin(plugin) as Db['run'],
  tx: (work, ...more) => db.tx((tx) => work(tx.withPlugin(plugin) as typeof tx), ...more),
});
