import * as v from 'valibot';
import { incidentParts, incidentStates } from '../../embed/incidents';
import { admin, area, choice, columns, everybody, rows, text, texts, time } from '../area';
import { inLanguages } from '../inputs';

const { shown, offered } = columns;

/** Incidents on the status page, in the operator's words. */
export const incidents = area({
  path: 'incidents',
  see: everybody,
  act: admin,
  key: 'id',
  title: 'title',
  fields: {
    id: text(offered),
    title: text(shown),
    part: choice(incidentParts, shown),
    state: choice(incidentStates, shown),
    since: time(shown),
    until: time(shown),
    titles: texts(),
    updates: rows(),
  },
  sorts: ['since'],
  sort: '-since',
  at: 'since',
  filters: { state: {}, part: {} },
  actions: {
    add: {
      makes: true,
      input: v.object({
        part: v.picklist(incidentParts),
        state: v.picklist(incidentStates),
        title: inLanguages(120),
      }),
    },
    change: { input: v.object({ state: v.picklist(incidentStates), text: inLanguages(1000) }) },
  },
});
