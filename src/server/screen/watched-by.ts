import { isSessionOpen } from '../auth/sessions';
import type { Gateway } from '../kernel/gateway';
import type { ScreenTicket } from './ticket';
import { type WatchedMachine, watchedMachines } from './watched-machines';

/** The machine of a ticket, if the session of its member is open. The caller decides whether its screen can be seen. */
export async function watchedBy(
  { db, now }: Pick<Gateway, 'db' | 'now'>,
  ticket: ScreenTicket,
): Promise<WatchedMachine | undefined> {
  if (!(await isSessionOpen(db.run, ticket, now()))) return;
  const [machine] = await watchedMachines(db.run, ticket.member, [ticket.machine]);
  return machine;
}
