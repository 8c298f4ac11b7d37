import { largestPhoneFile, phoneFileType, type Upload } from '../../contract/wire/upload';
import type { Executor } from '../db/database';
import type { Gateway } from '../kernel/gateway';
import type { MessageName } from '../kernel/messages';
import type { PushedFile, ReportedPush } from '../kernel/services';
import { fileType } from '../pictures/file-type';
import { lackOf, watchedMachines } from './watched-machines';

const reasons: Record<NonNullable<ReportedPush['reason']>, MessageName> = {
  offline: 'phoneFileOffline',
  space: 'phoneFileSpace',
  unable: 'phoneFileUnable',
};

/** Why a file cannot be sent to the member's machine, as far as it is known before the file arrives; undefined if it can. */
export async function fileRefusal(
  run: Executor,
  member: string,
  { machine: id = '', name, size }: Pick<Upload, 'machine' | 'name' | 'size'>,
): Promise<MessageName | undefined> {
  const [machine] = await watchedMachines(run, member, [id]);
  if (!machine) return 'machineMissing';
  if (lackOf(machine)) return 'phoneFileOffline';
  if (!machine.files) return 'phoneFileUnable';
  if (!phoneFileType(name)) return 'phoneFileKind';
  return size > largestPhoneFile ? 'phoneFileSize' : undefined;
}

type Arrived = Pick<PushedFile, 'id' | 'name' | 'at'> &
  Pick<Upload, 'machine' | 'size'> & { member: string; head: Buffer; truncated: boolean };

/**
 * Delivers a file to the member's machine, and returns why it has not arrived; undefined if it has. The machine is checked again, because the file
 * may have taken minutes. Nothing of it is stored or logged; the caller deletes the temporary file.
 */
export async function pushFile(
  { db, screens }: Pick<Gateway, 'db' | 'screens'>,
  { id, member, machine = '', name, size, at, head, truncated }: Arrived,
): Promise<MessageName | undefined> {
  if (truncated) return 'phoneFileSize';
  const refused = await fileRefusal(db.run, member, { machine, name, size });
  if (refused) return refused;
  const type = fileType(head);
  if (!type || type !== phoneFileType(name)) return 'phoneFileKind';
  // no folder, no invisible letter, and no half of a letter
  const plain = name.slice(-120).replace(/[/\\:*?"<>|\p{C}]/gu, '_');
  const said = await screens.push(machine, { id, name: plain, type, at }, member);
  if (!said) return 'phonesAway';
  if (said.state === 'done') return;
  return said.reason ? reasons[said.reason] : 'phoneFileRefused';
}
