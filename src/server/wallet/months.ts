import { chinaAhead } from '../kernel/dates';
import { memberAccount } from '../ledger/accounts';

/** The accounts that receive income. */
export const incomeAccounts = (member: string) => [
  memberAccount(member, 'balance').id,
  memberAccount(member, 'store').id,
];

/** Begin and end of a month (`2026-11`) in China. */
export function monthSpan(month: string): { from: Date; until: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const start = (nth: number) => new Date(Date.UTC(year, nth, 1) - chinaAhead);
  return { from: start(number - 1), until: start(number) };
}
