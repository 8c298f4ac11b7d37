import { incidents as incidentsArea } from '../../../contract/desk/areas/incidents';
import { DomainError } from '../../kernel/domain-error';
import { type Incident, listIncidents, openIncident, updateIncident } from '../../partners/incidents';
import { source } from '../source';

const view = ({ title, updates, ...one }: Incident) => ({
  ...one,
  title: title.en ?? '',
  titles: title,
  updates: updates.map(({ at, state, text }) => ({ at, state, text: text.en })),
});

export const incidents = source({
  area: incidentsArea,
  list: { all: async ({ db }) => (await listIncidents(db.run)).map(view) },
  one: async ({ db }, key) => {
    const incident = (await listIncidents(db.run)).find(({ id }) => id === key);
    if (!incident) throw new DomainError('incidentMissing');
    return view(incident);
  },
  acts: {
    add: ({ gateway: { db, now } }, input) => openIncident(db, input, now()),
    change: ({ gateway: { db, now }, key }, input) => updateIncident(db, key, input, now()),
  },
});
