import type { Executor, Tx } from '../db/database';

/** The agreements of a member, newest first, with the texts. */
export const agreementRows = (run: Executor, member: string) =>
  run
    .selectFrom('agreement as a')
    .innerJoin('agreement_text as t', 't.hash', 'a.text')
    .select(['a.id', 'a.document', 'a.at', 'a.how', 'a.app', 'a.partner', 'a.site', 'a.reference'])
    .select(['t.title', 't.locale', 't.since', 't.hash', 't.text'])
    .where('a.member', '=', member)
    .orderBy('a.at', 'desc')
    .orderBy('a.id')
    .execute();

/** Keeps the agreements, which are evidence, without the names by which partners knew the member. */
export async function eraseAgreements(tx: Tx, member: string): Promise<void> {
  await tx.updateTable('agreement').set({ reference: null }).where('member', '=', member).execute();
  await tx.deleteFrom('agreement_reminder').where('member', '=', member).execute();
}
