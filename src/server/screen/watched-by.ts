import { isSessionOpen } from '../auth/sessions';
import type { Gateway } from '../kernel/gateway';
import type { ScreenTicket } from './ticket';
import { type WatchedMachine, watchedMachines } from './watched-machines';
import { settled } from './watches/end';
import { stateOf, watchOf } from './watches/row';

export type Watching = Pick<Gateway, 'db' | 'isShownByPartner' | 'mayWatch' | 'now'>;

/** Whether the viewer of a ticket may look now. */
async function mayLook(gateway: Watching, { member, viewer }: ScreenTicket): Promise<boolean> {
  const { db, isShownByPartner, now } = gateway;
  if ('session' in viewer) return isSessionOpen(db.run, { member, session: viewer.session }, now());
  if ('partner' in viewer) return isShownByPartner(db.run, { member, ...viewer });
  const found = await watchOf(db.run, { member, id: viewer.watch });
  const row = found && (await settled(gateway, found));
  return !!row && stateOf(row, now()) === 'watching' && row.viewer === viewer.page;
}

/**
 * The machine of a ticket, if the session of its member is open, the partner's page may still show it, or the partner's support may still watch it. The caller
 * decides whether its screen can be seen.
 */
export async function watchedBy(
  gateway: Watching,
  ticket: ScreenTicket,
): Promise<WatchedMachine | undefined> {
  const { machine: id, member } = ticket;
  if (!(await mayLook(gateway, ticket))) return;
  const { db } = gateway;
  const [machine] = await watchedMachines(db.run, member, [id]);
  return machine;
}
