import { randomUUID } from 'node:crypto';
import type { IncidentPart, IncidentState } from '../../contract/embed/incidents';
import type { Texts } from '../../contract/wire/locale';
import type { Db, Executor } from '../db/database';
import { dayLength } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';

/** Days that a resolved incident stays on the status page. */
const shownDays = 90;
/** Incidents on the status page at most, the newest. */
const most = 50;

export interface Incident {
  id: string;
  part: IncidentPart;
  state: IncidentState;
  title: Texts;
  /** ISO 8601. */
  since: string;
  until?: string;
  /** The newest first. */
  updates: { at: string; state: IncidentState; text: Texts }[];
}

interface Begun {
  part: IncidentPart;
  state: IncidentState;
  title: Texts;
}

/** Begins an incident, which everybody sees on the status page from now on. Gives its id. */
export async function openIncident(
  db: Db,
  { part, state, title }: Begun,
  now: number,
): Promise<{ id: string }> {
  const id = `inc_${randomUUID().replace(/-/g, '').slice(0, 16)}`;
  const at = new Date(now);
  await db.run
    .insertInto('incident')
    .values({
      id,
      part,
      state,
      title: JSON.stringify(title),
      since: at,
      until: state === 'resolved' ? at : null,
    })
    .execute();
  return { id };
}

/** Says more about an incident, and where it stands now; `resolved` ends it, and any other state opens it again. */
export const updateIncident = (
  db: Db,
  id: string,
  { state, text }: { state: IncidentState; text: Texts },
  now: number,
): Promise<{ id: string; state: IncidentState }> =>
  db.tx(async (tx) => {
    const at = new Date(now);
    const changed = await tx
      .updateTable('incident')
      .set({ state, until: state === 'resolved' ? at : null })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new DomainError('incidentMissing');
    await tx
      .insertInto('incident_update')
      .values({ id: randomUUID(), incident: id, at, state, text: JSON.stringify(text) })
      .execute();
    return { id, state };
  });

/** Incidents, the newest first: all, or those that the status page shows at `now`. */
export async function listIncidents(run: Executor, now?: number): Promise<Incident[]> {
  let found = run.selectFrom('incident').selectAll().orderBy('since', 'desc').orderBy('id');
  if (now !== undefined)
    found = found
      .where((is) =>
        is.or([is('until', 'is', null), is('until', '>', new Date(now - shownDays * dayLength))]),
      )
      .limit(most);
  const rows = await found.execute();
  if (!rows.length) return [];
  const updates = await run
    .selectFrom('incident_update')
    .selectAll()
    .where(
      'incident',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, part, state, title, since, until }) => ({
    id,
    part,
    state,
    title: JSON.parse(title),
    since: since.toISOString(),
    ...(until && { until: until.toISOString() }),
    updates: updates
      .filter(({ incident }) => incident === id)
      .map(({ at, state, text }) => ({ at: at.toISOString(), state, text: JSON.parse(text) })),
  }));
}
