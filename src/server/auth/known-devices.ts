import type { Executor, Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';

/** Whether the member has signed in from this device before. */
export async function isKnownDevice(
  run: Executor,
  member: string,
  { id }: RequestContext['device'],
): Promise<boolean> {
  if (!id) return false;
  const found = await run
    .selectFrom('known_device')
    .select('device')
    .where('member', '=', member)
    .where('device', '=', id)
    .executeTakeFirst();
  return !!found;
}

/**
 * Records that the member has signed in from the device. Returns true if the device is new and the member has signed in elsewhere before.
 */
export async function rememberDevice(
  tx: Tx,
  member: string,
  { device, now }: Pick<RequestContext, 'device' | 'now'>,
): Promise<'known' | 'first' | 'news'> {
  const before = await isKnownDevice(tx, member, device);
  const elsewhere = before || (await hasSignedIn(tx, member));
  const id = device.give();
  const at = new Date(now);
  if (id)
    await tx
      .insertInto('known_device')
      .values({ member, device: id, first_at: at, seen_at: at })
      .onConflict((conflict) => conflict.columns(['member', 'device']).doUpdateSet({ seen_at: at }))
      .execute();
  return before ? 'known' : elsewhere ? 'news' : 'first';
}

async function hasSignedIn(run: Executor, member: string): Promise<boolean> {
  const device = run.selectFrom('known_device').select('member').where('member', '=', member);
  const session = run.selectFrom('session').select('member').where('member', '=', member);
  return !!(await device.unionAll(session).limit(1).executeTakeFirst());
}

/** Forgets the member's known devices: the given one, or all except the given one. */
export async function forgetDevices(
  run: Executor,
  member: string,
  which: { only: string } | { but: string | undefined },
): Promise<void> {
  const all = run.deleteFrom('known_device').where('member', '=', member);
  if ('only' in which) await all.where('device', '=', which.only).execute();
  else await (which.but ? all.where('device', '<>', which.but) : all).execute();
}
