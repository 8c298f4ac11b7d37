import type { Selectable } from 'kysely';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { ShortVideoAccountTable } from './tables';

export type AccountRow = Selectable<ShortVideoAccountTable>;

export const accountMissing = () => new DomainError('accountMissing');

/** The refusal is the same for an account that belongs to another member, does not exist or is unlinked. */
export async function ownAccount(run: Executor, member: string, id: string): Promise<AccountRow> {
  const row = await run
    .selectFrom('short_video_account')
    .selectAll()
    .where('id', '=', id)
    .where('member', '=', member)
    .where('linked', 'is not', null)
    .executeTakeFirst();
  if (!row) throw accountMissing();
  return row;
}
