import { type PeriodName, periodNames, periods } from '../../contract/desk/periods';
import type { Reader } from './environment';

/** Days that each kind of data is kept. */
export type Periods = Record<PeriodName, number>;

/** Reads the variables `KEEP_…`, within the bounds that the law sets. */
export const readPeriods = ({ whole }: Pick<Reader, 'whole'>): Periods =>
  Object.fromEntries(
    periodNames.map((name) => {
      const { setting, days, least, most } = periods[name];
      return [name, whole(setting, days, least, most)];
    }),
  ) as Periods;
