import { isSessionOpen } from '../auth/sessions';
import type { Gateway } from '../kernel/gateway';
import type { ScreenTicket } from './ticket';
import { type WatchedMachine, watchedMachines } from './watched-machines';

export type Watching = Pick<Gateway, 'db' | 'isShownByPartner' | 'now'>;

/** The machine of a ticket, if the session of its member is open, or the partner's page may still show it. The caller decides whether its screen can be seen. */
export async function watchedBy(
  { db, isShownByPartner, now }: Watching,
  { machine: id, member, viewer }: ScreenTicket,
): Promise<WatchedMachine | undefined> {
  const mayLook =
    'session' in viewer
      ? isSessionOpen(db.run, { member, session: viewer.session }, now())
      : isShownByPartner(db.run, { member, ...viewer });
  if (!(await mayLook)) return;
  const [machine] = await watchedMachines(db.run, member, [id]);
  return machine;
}
