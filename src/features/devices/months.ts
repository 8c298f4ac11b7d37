import type { OrderLog } from '../../contract/devices';
import { date } from '../../core/text/format';

export interface Month {
  /** `2026-11` */
  name: string;
  /** Fen of what is loaded of it. */
  sum: number;
  /** Whether that is all of it. */
  whole: boolean;
}

/**
 * The months of a log that is newest first, by the id of the entry that each begins with. The last one is only whole
 * when the log is: what is not loaded yet may belong to it.
 */
export function monthsOf(items: OrderLog[], complete: boolean): Map<string, Month> {
  const months = new Map<string, Month>();
  let month: Month | undefined;
  for (const { id, at, amount } of items) {
    const name = date(at).slice(0, 7);
    if (month?.name !== name) {
      if (month) month.whole = true;
      month = { name, sum: 0, whole: complete };
      months.set(id, month);
    }
    month.sum += amount;
  }
  return months;
}
