import { area, choice, columns, count, everybody, record } from '../area';
import { keepingReasons, periodNames } from '../periods';

const { shown, offered } = columns;

/** How long each kind of data is kept, and why. A period is changed as the setting that it names. */
export const keeping = area({
  path: 'keeping',
  see: everybody,
  act: [],
  key: 'kind',
  title: 'kind',
  fields: {
    kind: choice(periodNames, shown),
    days: count(shown),
    least: count(shown),
    most: count(shown),
    why: choice(keepingReasons, shown),
    setting: record('settings', offered),
  },
  sorts: ['kind', 'days'],
  sort: '',
  filters: { why: {} },
  actions: {},
});
