import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { notifyMember } from '../notices/notify-member';
import { lackOf, shown, watchedMachines } from './watched-machines';

/**
 * A picture of a machine's screen for the back office, as a file. Its member gets a message that names the reason: without the message there is no
 * picture. `position`: within its device order.
 */
export async function lookFromDesk(
  { db, now, screens }: Gateway,
  { member, serialNumber }: { member: string; serialNumber: string },
  { position, reason }: { position: number; reason: string },
) {
  const machine = await db.run
    .selectFrom('machine')
    .select(['id', 'name'])
    .where('member', '=', member)
    .where('serial_number', '=', serialNumber)
    .where('position', '=', position)
    .executeTakeFirst();
  if (!machine) throw new DomainError('machineMissing');
  const { id, name } = machine;
  const [watched] = await watchedMachines(db.run, member, [id]);
  if (!watched || lackOf(watched)) throw new DomainError('screenMissing');
  const still = (await screens.look([shown(watched)], 'full', 'desk')).get(id);
  const jpeg = await still?.jpeg();
  if (!jpeg) throw new DomainError('screenMissing');
  const at = now();
  await db.tx((tx) => notifyMember(tx, member, { kind: 'screenSeen', values: { name, reason } }, at));
  const time = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14);
  return {
    serialNumber,
    position,
    file: { name: `${id}-${time}.jpg`, type: 'image/jpeg', base64: jpeg.toString('base64') },
  };
}
