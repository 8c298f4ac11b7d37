import { sql } from 'kysely';
import type { Tx } from '../db/database';
import type { Eraser } from '../privacy/leaving';
import { endLinksOf } from './links';
import { endTokens } from './tokens';

/** Deletes what was sent to a partner, and what is in the log of its requests, about its own customer with this reference. */
async function erasePartnerRecords(tx: Tx, partner: string, reference: string): Promise<void> {
  const quoted = JSON.stringify(reference);
  const sent = await tx
    .selectFrom('partner_message')
    .select('id')
    .where('partner', '=', partner)
    .where(sql<boolean>`strpos(body, ${quoted}) > 0`)
    .execute();
  const ids = sent.map(({ id }) => id);
  if (ids.length) {
    await tx.deleteFrom('partner_delivery').where('message', 'in', ids).execute();
    await tx.deleteFrom('partner_message').where('id', 'in', ids).execute();
  }
  await tx
    .updateTable('partner_request')
    .set({ about: '{}', message: null })
    .where('partner', '=', partner)
    .where(sql<boolean>`strpos(about, ${quoted}) > 0`)
    .execute();
}

/** Ends all that partners' pages can do for a member, and erases what is stored of it. */
export const eraseLinks: Eraser = async (tx, { id }, now) => {
  const links = await tx
    .selectFrom('partner_member')
    .select(['partner', 'reference'])
    .where('member', '=', id)
    .execute();
  for (const { partner, reference } of links) await erasePartnerRecords(tx, partner, reference);
  // the partners get a message, so that they can delete their copies
  await endLinksOf(tx, id, now);
  await endTokens(tx, { member: id });
  await tx.deleteFrom('challenge').where('member', '=', id).execute();
  await tx.deleteFrom('connection_code').where('member', '=', id).execute();
};
