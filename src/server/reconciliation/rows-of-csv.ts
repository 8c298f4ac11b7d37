import type * as csv from 'csv-parse/sync';
import { load } from '../kernel/load';
import { plain, wrongFile } from './entry';

/**
 * The rows of CSV text (RFC 4180), whose fields end at `delimiter`. A quotation mark inside a field stands for itself, as some banks write it. Refused
 * if one is left open. The parser is loaded when a file comes: most gateways get none.
 */
export function rowsOfCsv(text: string, delimiter: string): string[][] {
  const { CsvError, parse } = load('csv-parse/sync') as typeof csv;
  try {
    return parse(text, { delimiter, bom: true, relax_column_count: true, relax_quotes: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) throw wrongFile(plain(error.message));
    throw error;
  }
}
