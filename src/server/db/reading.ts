import { type CompiledQuery, PostgresQueryCompiler, type QueryId, type RootOperationNode } from 'kysely';
import type { Db } from './database';

/** Words of statements that change data, or take a lock that a standby does not give; names and texts are left out before. */
const changing =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate|create|alter|drop|nextval|setval|set_config|pg_\w*advisory\w*|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i;
const quoted = /"[^"]*"|'[^']*'/g;
/** Maximum number of texts that are remembered as harmless. */
const most = 5000;

/** Compiles statements that only read, and throws for all others. */
export class ReadingCompiler extends PostgresQueryCompiler {
  static readonly #harmless = new Set<string>();

  override compileQuery(node: RootOperationNode, id: QueryId): CompiledQuery {
    const compiled = super.compileQuery(node, id);
    const known = ReadingCompiler.#harmless;
    if (known.has(compiled.sql)) return compiled;
    if (changing.test(compiled.sql.replace(quoted, '')))
      throw new Error(`A call that is declared with \`oldest\` must not write: ${compiled.sql}`);
    if (known.size >= most) known.clear();
    known.add(compiled.sql);
    return compiled;
  }
}

/** A database on which nothing is written, for calls that are declared with `oldest`. */
export function onlyReading(db: Omit<Db, 'reading'>, run: Db['run']): Db {
  const refuse = async () => {
    throw new Error('A call that is declared with `oldest` must not write: it opens no transaction');
  };
  const reading: Db = {
    ...db,
    run,
    tx: refuse,
    write: refuse,
    get reading() {
      return reading;
    },
  };
  return reading;
}
