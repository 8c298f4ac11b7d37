import type { PGlite, Results } from '@electric-sql/pglite';
import { pglite } from './durable';
import { isInsideAfter, isReusable, isStale } from './prepared';
import { createStatementNames } from './statement-names';

type Message = Awaited<ReturnType<PGlite['execProtocol']>>['messages'][number];

interface Prepared {
  name: string;
  /** The types of the parameters, as oids. */
  types: number[];
  /** Describes the columns of the answer; undefined if it has none. */
  columns: Message | undefined;
}

/**
 * Queries that prepare frequent statements by name, as `preparing` does for PostgreSQL. The engine parses and plans such a statement once,
 * and gets its values and the request to execute it at once, in place of six messages.
 */
export function preparingPglite(
  lite: PGlite,
): (text: string, values: readonly unknown[]) => Promise<Results<unknown>> {
  const { parse, protocol } = pglite();
  const { serialize } = protocol;
  const names = createStatementNames();
  const known = new Map<string, Prepared>();
  const send = async (...parts: Uint8Array[]) =>
    (await lite.runExclusive(() => lite.execProtocol(Buffer.concat([...parts, serialize.sync()])))).messages;

  async function prepare(name: string, text: string): Promise<Prepared> {
    const messages = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const types = parse.parseDescribeStatementResults(messages);
    return { name, types, columns: messages.find((one) => one.name === 'rowDescription') };
  }

  async function execute({ name, types, columns }: Prepared, values: readonly unknown[]) {
    const written = values.map((value, nth) => {
      if (value === null || value === undefined) return null;
      const write = lite.serializers[types[nth] ?? 0];
      return write ? write(value) : String(value);
    });
    const messages = await send(serialize.bind({ statement: name, values: written }), serialize.execute({}));
    const [found] = parse.parseResults(columns ? [columns, ...messages] : messages, lite.parsers);
    if (!found) throw new Error('a statement without a result');
    return found;
  }

  let inside = false;
  return async (text, values) => {
    inside = isInsideAfter(text, inside);
    const name = values.length && isReusable(text) ? names.nameOf(text) : undefined;
    if (name === undefined) return lite.query(text, [...values]);
    let statement = known.get(text);
    if (statement?.name !== name) {
      statement = await prepare(name, text);
      known.set(text, statement);
    }
    try {
      return await execute(statement, values);
    } catch (error) {
      if (!(error instanceof Error) || !isStale(error)) throw error;
      names.renew();
      // This error has ended the transaction; 40001 makes it run again.
      if (inside) throw Object.assign(error, { code: '40001' });
      return lite.query(text, [...values]);
    }
  };
}
