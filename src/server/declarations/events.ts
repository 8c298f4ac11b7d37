import type { DeclarationStatus } from '../../contract/member/declarations';
import type { Tx } from '../db/database';
import type { DeclarationRow } from './tables';

/** The declaration, held until the end of the transaction: everything that changes one begins here. */
export const lockDeclaration = (tx: Tx, id: string): Promise<DeclarationRow | undefined> =>
  tx.selectFrom('declaration').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Writes down what became of a declaration that the caller holds. */
export async function addEvent(
  tx: Tx,
  declaration: string,
  event: { status: DeclarationStatus; text: string | null },
  now: number,
): Promise<void> {
  const { position } = await tx
    .selectFrom('declaration_event')
    .select((is) => is.fn.countAll<number>().as('position'))
    .where('declaration', '=', declaration)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('declaration_event')
    .values({ declaration, position, ...event, at: new Date(now) })
    .execute();
}
