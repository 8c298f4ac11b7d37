import type { Schedule } from '../jobs/worker';
import { dayLength } from '../kernel/dates';
import { missingYear } from '../settings/holidays';
import type { Settings } from '../settings/settings';

/** Logs at the start, and once a day, if the calendar of a year is missing. */
export const calendarWatch = ({ withdrawal }: Settings, log: (error: unknown) => void): Schedule => ({
  name: 'calendar',
  every: dayLength,
  async run(_db, now) {
    const missing = missingYear(withdrawal.holidays, now);
    if (missing) log(new Error(missing));
  },
});
