import type { PGlite, Results } from '@electric-sql/pglite';
import { pglite } from './durable';
import { type Column, takeRows } from './pglite-rows';
import { isInsideAfter, isReusable, isStale } from './prepared';
import { createStatementNames } from './statement-names';

type Message = Awaited<ReturnType<PGlite['execProtocol']>>['messages'][number];
type Answer = Pick<Results<unknown>, 'rows' | 'affectedRows'>;

interface Prepared {
  name: string;
  /** The types of the parameters, as oids. */
  types: number[];
  columns: Column[];
}

/**
 * Queries that prepare frequent statements by name, as `preparing` does for PostgreSQL. The engine parses and plans such a statement once,
 * and gets its values and the request to execute it at once, in place of six messages.
 */
export function preparingPglite(lite: PGlite): (text: string, values: readonly unknown[]) => Promise<Answer> {
  const { parse, protocol } = pglite();
  const { serialize, messages: kinds } = protocol;
  const parser = new protocol.Parser();
  const names = createStatementNames();
  const known = new Map<string, Prepared>();

  /** Sends messages, and returns those that answer them. */
  async function send(...parts: Uint8Array[]): Promise<Buffer> {
    const answered: Buffer[] = [];
    const onRawData = (bytes: Uint8Array) => answered.push(Buffer.from(bytes)); // a copy, because the engine overwrites it
    const all = Buffer.concat([...parts, serialize.sync()]);
    await lite.runExclusive(() => lite.execProtocolRawStream(all, { onRawData }));
    return Buffer.concat(answered);
  }

  /** Messages other than rows; throws the error that is one of them. */
  function parseOthers(bytes: Buffer): Message[] {
    const messages: Message[] = [];
    parser.parse(bytes, (one) => messages.push(one));
    const error = messages.find((one) => one instanceof kinds.DatabaseError);
    if (error) throw error;
    return messages;
  }

  async function prepare(name: string, text: string): Promise<Prepared> {
    const bytes = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const messages = parseOthers(bytes);
    const types = parse.parseDescribeStatementResults(messages);
    const described = messages.find((one) => one instanceof kinds.RowDescriptionMessage);
    const columns = (described?.fields ?? []).map((field) => ({
      name: field.name,
      read: lite.parsers[field.dataTypeID],
    }));
    return { name, types, columns };
  }

  async function execute({ name, types, columns }: Prepared, values: readonly unknown[]) {
    const written = values.map((value, nth) => {
      if (value === null || value === undefined) return null;
      const write = lite.serializers[types[nth] ?? 0];
      return write ? write(value) : String(value);
    });
    const bytes = await send(serialize.bind({ statement: name, values: written }), serialize.execute({}));
    const { rows, others } = takeRows(bytes, columns);
    const [found] = parse.parseResults(parseOthers(others), lite.parsers);
    return { rows, affectedRows: found?.affectedRows ?? 0 };
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
