import { DeclarationStatus } from '../../contract/member/declarations';
import type { Db, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { notifyMember } from '../notices/notify-member';
import { addEvent, lockDeclaration } from './events';

interface Decision {
  status: typeof DeclarationStatus.confirmed | typeof DeclarationStatus.rejected;
  /** The auditor's note; a rejection needs a reason. */
  text: string | null;
}

/** Decides a submitted declaration and notifies its member. The same decision again changes nothing; a different one is refused. */
export const decideDeclaration = (db: Db, id: string, decision: Decision, now: number) =>
  db.tx((tx) => decide(tx, id, decision, now));

/** The same in the caller's transaction. */
export async function decide(tx: Tx, id: string, decision: Decision, now: number) {
  const named = await tx
    .selectFrom('declaration')
    .select(['id', 'member'])
    .where('id', '=', id)
    .executeTakeFirst();
  const row = named && (await lockDeclaration(tx, named));
  if (!row) throw new DomainError('declarationMissing');
  const { status, text } = decision;
  if (row.status === status) return { id, status };
  if (row.status !== DeclarationStatus.submitted) throw new DomainError('declarationDecided');
  await tx
    .updateTable('declaration')
    .set({ status, audit_result: text, decided_at: new Date(now) })
    .where('member', '=', row.member)
    .where('id', '=', id)
    .execute();
  await addEvent(tx, row, decision, now);
  const values = { customer: row.customer_name, amount: row.order_amount, reason: text ?? '' };
  const kind = status === DeclarationStatus.confirmed ? 'declarationConfirmed' : 'declarationRejected';
  await notifyMember(tx, row.member, { kind, values, link: `pages/mine/declarationFormList?id=${id}` }, now);
  return { id, status };
}
