import { DomainError } from './domain-error';

/** Where a page ended: the values it was ordered by. Opaque to the client, checked when it comes back. */
export const cursor = (...values: (string | number)[]) =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

const wrong = () => new DomainError('invalid', {}, { problems: { from: { rule: 'wrong' } } });

function values(from: string): unknown[] {
  try {
    const read = JSON.parse(Buffer.from(from, 'base64url').toString());
    if (Array.isArray(read)) return read;
  } catch {
    // Not one of ours: refused below like any other that makes no sense.
  }
  throw wrong();
}

export interface TimeAndId {
  at: Date;
  id: string;
}

export function readTimeAndId(from: string): TimeAndId {
  const [time, id] = values(from);
  if (typeof id !== 'string' || !Number.isSafeInteger(time)) throw wrong();
  const at = new Date(time as number);
  if (Number.isNaN(at.getTime())) throw wrong();
  return { at, id };
}

export function readPosition(from: string): number {
  const [position] = values(from);
  if (!Number.isInteger(position) || Math.abs(position as number) > 1e9) throw wrong();
  return position as number;
}

/** `rows` are one more than fit, when there are more. */
export function page<Row, Item>(
  rows: readonly Row[],
  size: number,
  item: (row: Row) => Item,
  endsAt: (row: Row) => string,
): { items: Item[]; next?: string } {
  const shown = rows.slice(0, size);
  const items = shown.map(item);
  return rows.length > size ? { items, next: endsAt(shown[size - 1]!) } : { items };
}
