import type { Revenue } from '../../../contract/money/wallet';

type Month = Revenue['months'][number];

/** `2026-12` → `2027-01` */
function following(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number < 12 ? `${year}-${String(number + 1).padStart(2, '0')}` : `${year + 1}-01`;
}

/** Oldest first, including months without income between others, because a chart must not skip time. */
export function everyMonth(months: readonly Month[]): Month[] {
  const byMonth = new Map(months.map((one) => [one.month, one]));
  const names = [...byMonth.keys()].sort();
  const last = names[names.length - 1] ?? '';
  const all: Month[] = [];
  for (let month = names[0]; month !== undefined && month <= last; month = following(month))
    all.push(byMonth.get(month) ?? { month, total: 0, kinds: [] });
  return all;
}
