import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as csv from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import type writeXlsx from 'write-excel-file/node';
import type { SheetData } from 'write-excel-file/node';
import type { Area, Field } from '../../contract/desk/area';
import { chinaAhead } from '../../contract/wire/china';
import { chinaTime } from '../kernel/dates';
import type { Gateway } from '../kernel/gateway';
import { load } from '../kernel/load';
import { harmless } from '../kernel/spreadsheet';
import { Unusable } from './body';
import { type ListQuery, readList } from './read-list';
import type { Source } from './source';

export const exportRule = v.object({
  format: v.optional(v.picklist(['csv', 'xlsx']), 'csv'),
  /** Names of fields, separated by commas; all if absent. */
  columns: v.optional(v.pipe(v.string(), v.maxLength(1000))),
});
export type ExportFormat = 'csv' | 'xlsx';

/** Maximum number of rows of a workbook, which is built in memory. */
const mostInWorkbook = 50_000;

/** Rows of one statement. Each statement sorts all rows that are left, unless an index has their order. */
const rowsAtOnce = 2000;

type Cell = string | number | boolean | Date | null;

function cellOf({ kind, values }: Field, value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (kind === 'money') return Number(value) / 100;
  if (kind === 'usdt') return Number(value) / 1e6;
  if (kind === 'count') return Number(value);
  if (kind === 'yes') return Boolean(value);
  if (kind === 'time') return value instanceof Date ? value : new Date(String(value));
  if (kind === 'choice' && values)
    return Object.keys(values).find((name) => values[name] === value) ?? String(value);
  if (typeof value === 'object') return Object.keys(value).length ? JSON.stringify(value) : null;
  return String(value);
}

/** The name of a column; of times, with their zone. */
const headOf = ([name, { kind }]: [string, Field]): string => (kind === 'time' ? `${name} (UTC+8)` : name);

/** Amounts in yuan with a decimal point, times in China. */
function csvCell(field: Field, value: unknown): string {
  const cell = cellOf(field, value);
  if (cell === null) return '';
  if (typeof cell === 'number') return field.kind === 'money' ? cell.toFixed(2) : String(cell);
  if (cell instanceof Date) return chinaTime(cell.getTime());
  return typeof cell === 'string' ? harmless(cell) : String(cell);
}

/** All records of the list, page by page. */
async function* records(gateway: Gateway, source: Source, listQuery: ListQuery) {
  let from = listQuery.from;
  for (;;) {
    const { items, next } = await readList(gateway, source, {
      ...listQuery,
      from,
      skip: undefined,
      size: rowsAtOnce,
      count: 'no',
    });
    yield* items as Record<string, unknown>[];
    if (!next) return;
    from = next;
  }
}

/** The same, once the first page has been read: a wrong filter or cursor is refused before the file begins. */
async function begun<T>(all: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await all.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* all;
  })();
}

const columnsOf = ({ fields }: Area, names: string | undefined): [string, Field][] => {
  const columns = names?.split(',').filter(Boolean);
  const all = Object.entries(fields).filter(([, { column }]) => column);
  if (!columns?.length) return all;
  return columns.map((name) => {
    const found = all.find(([other]) => other === name);
    if (!found) throw new Unusable(`columns: ${all.map(([other]) => other).join(', ')}`);
    return found;
  });
};

/** Sends a whole list as a file: CSV row by row from the database, or a workbook of up to 50,000 rows. */
export async function exportList(
  gateway: Gateway,
  source: Source,
  listQuery: ListQuery,
  { format, columns, reply }: { format: ExportFormat; columns: string | undefined; reply: FastifyReply },
) {
  const { area } = source;
  const shown = columnsOf(area, columns);
  const all = await begun(records(gateway, source, listQuery));
  const name = `${area.path}-${chinaTime(gateway.now()).slice(0, 10)}.${format}`;
  reply.header('content-disposition', `attachment; filename="${name}"`);
  if (format === 'csv') {
    const lines = (load('csv-stringify') as typeof csv).stringify({ bom: true, record_delimiter: 'windows' });
    lines.write(shown.map(headOf));
    const cells = async function* () {
      for await (const one of all) yield shown.map(([field, about]) => csvCell(about, one[field]));
    };
    const out = new PassThrough();
    pipeline(Readable.from(cells()), lines, out).catch((error) => out.destroy(error));
    return reply.type('text/csv; charset=utf-8').send(out);
  }
  const rows: Cell[][] = [];
  for await (const one of all) {
    if (rows.length >= mostInWorkbook)
      throw new Unusable(`A workbook holds ${mostInWorkbook} rows: choose a range of dates, or CSV`);
    rows.push(shown.map(([field, about]) => cellOf(about, one[field])));
  }
  const bytes = await workbook(shown, rows);
  return reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet').send(bytes);
}

const formats: Partial<Record<Field['kind'], string>> = {
  money: '#,##0.00',
  usdt: '0.000000',
  time: 'yyyy-mm-dd hh:mm',
};

/** Times are written as in China, because a workbook has no time zones. */
function workbook(shown: [string, Field][], rows: Cell[][]): Promise<Buffer> {
  const head = shown.map((column) => ({ value: headOf(column), fontWeight: 'bold' as const }));
  const body = rows.map((row) =>
    row.map((value, at) => {
      const format = formats[shown[at]?.[1].kind ?? 'text'];
      if (value instanceof Date)
        return { value: new Date(value.getTime() + chinaAhead), type: Date, ...(format && { format }) };
      return value === null || !format ? value : { value, format };
    }),
  );
  const { default: write } = load('write-excel-file/node') as { default: typeof writeXlsx };
  return write([head, ...body] as SheetData).toBuffer();
}
