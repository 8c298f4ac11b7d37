import { keeping as keepingArea } from '../../../contract/desk/areas/keeping';
import { periodNames, periods } from '../../../contract/desk/periods';
import { DomainError } from '../../kernel/domain-error';
import type { Settings } from '../../settings/settings';
import { source } from '../source';

const listed = (settings: Settings) =>
  periodNames.map((kind) => {
    const { least, most, why, setting } = periods[kind];
    return { kind, days: settings.periods[kind], least, most, why, setting };
  });

export const keeping = source({
  area: keepingArea,
  list: { all: async ({ settings }) => listed(settings) },
  one: async ({ settings }, key) => {
    const found = listed(settings).find(({ kind }) => kind === key);
    if (!found) throw new DomainError('periodMissing');
    return found;
  },
  acts: {},
});
