import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { OrderLogTable } from '../tables';
import { Unreadable } from './unreadable';

// A row of the archive is a line of CSV. The database writes the lines, so that what it has and what the archive has can be compared.

const columns = ['id', 'serial_number', 'member', 'kind', 'day', 'at', 'amount', 'machines'] as const;
export const header = `${columns.join(',')}\n`;

const quoted = (name: string) => {
  const value = sql.ref(name);
  return sql`case when ${value} ~ '[",[:cntrl:]]' then '"' || replace(${value}, '"', '""') || '"' else ${value} end`;
};

/** The line of a row, without its end. Times have microseconds, as the database does. */
export const line = sql<string>`concat_ws(',', ${quoted('id')}, ${quoted('serial_number')}, ${quoted('member')}, kind, ${quoted('day')},
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), amount, machines)`;

function fieldsOf(text: string): string[] {
  if (!text.includes('"')) return text.split(',');
  return [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replace(/""/g, '"') ?? plain,
  );
}

/** The row of a line, with its time as it is written. */
export function fieldsOfLine(text: string): Record<(typeof columns)[number], string> {
  const fields = fieldsOf(text);
  // without the line, because the message is stored, and the line names a member
  if (fields.length !== columns.length)
    throw new Unreadable(`No row of earnings: ${fields.length} columns in place of ${columns.length}`);
  return Object.fromEntries(columns.map((name, at) => [name, fields[at]])) as ReturnType<typeof fieldsOfLine>;
}

/** The same as a row of the table; times have milliseconds, as those that the database returns. */
export function rowOf(text: string): Selectable<OrderLogTable> {
  const { at, amount, machines, kind, ...texts } = fieldsOfLine(text);
  return {
    ...texts,
    kind: kind as OrderLogTable['kind'],
    at: new Date(at),
    amount: Number(amount),
    machines: Number(machines),
  };
}

/** The sums of some rows, in any order. Two sets of rows with the same tally are the same. */
export interface Tally {
  rows: number;
  amount: number;
  print: bigint;
}

/** Columns that give the tally of a selection. `print`: the sum of the first 60 bits of the MD5 of each line, as a text. */
export const tallied = sql`count(*)::bigint as rows, coalesce(sum(amount), 0)::bigint as amount,
  coalesce(sum(('x' || left(md5(${line}), 15))::bit(60)::bigint), 0)::text as print`;

export const tallyOf = (rows: readonly { rows: number; amount: number; print: string }[]): Tally => {
  const [one] = rows;
  if (!one) throw new Error('a sum is always a row');
  return { rows: Number(one.rows), amount: Number(one.amount), print: BigInt(one.print) };
};

export function tallyOfLines(lines: readonly string[], before: Tally = noRows): Tally {
  let { rows, amount, print } = before;
  for (const one of lines) {
    rows++;
    amount += Number(fieldsOfLine(one).amount);
    print += BigInt(`0x${createHash('md5').update(one).digest('hex').slice(0, 15)}`);
  }
  return { rows, amount, print };
}

const noRows: Tally = { rows: 0, amount: 0, print: BigInt(0) };

export const addUp = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (all, one) => ({
      rows: all.rows + one.rows,
      amount: all.amount + one.amount,
      print: all.print + one.print,
    }),
    noRows,
  );

export const isSame = (one: Tally, other: Tally) =>
  one.rows === other.rows && one.amount === other.amount && one.print === other.print;
