import type { DeclarationStatus } from '../../contract/member/declarations';
import type { Tx } from '../db/database';
import type { DeclarationRow } from './tables';

/** Locks the declaration until the end of the transaction; every change of one begins here. */
export const lockDeclaration = (
  tx: Tx,
  { id, member }: Pick<DeclarationRow, 'id' | 'member'>,
): Promise<DeclarationRow | undefined> =>
  tx
    .selectFrom('declaration')
    .selectAll()
    .where('member', '=', member)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Records an event of a declaration that the caller has locked. */
export async function addEvent(
  tx: Tx,
  { id: declaration, member }: Pick<DeclarationRow, 'id' | 'member'>,
  event: { status: DeclarationStatus; text: string | null },
  now: number,
): Promise<void> {
  const { position } = await tx
    .selectFrom('declaration_event')
    .select((is) => is.fn.countAll<number>().as('position'))
    .where('member', '=', member)
    .where('declaration', '=', declaration)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('declaration_event')
    .values({ member, declaration, position, ...event, at: new Date(now) })
    .execute();
}
