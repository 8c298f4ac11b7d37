import { sql } from 'kysely';
import { type EmbedFeature, embedFeatures } from '../../contract/embed/features';
import type { Tx } from '../db/database';
import { enqueue } from '../jobs/jobs';
import { endWatchesOf } from '../screen/watches/end';
import { isIn } from './state';
import { endTokens } from './tokens';

interface Link {
  partner: string;
  reference: string;
  member: string;
}

/**
 * Links a member to a partner. `linked`: now, or before; `taken`: the reference belongs to another member; `other`: the partner uses
 * another reference for the member.
 */
export async function addLink(tx: Tx, link: Link, now: number): Promise<'linked' | 'taken' | 'other'> {
  const made = await tx
    .insertInto('partner_member')
    .values({ ...link, at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member')
    .executeTakeFirst();
  if (made) return 'linked';
  const before = await tx
    .selectFrom('partner_member')
    .select('member')
    .where('partner', '=', link.partner)
    .where('reference', '=', link.reference)
    .executeTakeFirst();
  if (!before) return 'other';
  return before.member === link.member ? 'linked' : 'taken';
}

/** Records the features that the member allows a partner, with spaces between, and ends the partner's tokens for all others, or with scopes of others, and its watching. */
export async function allow(
  tx: Tx,
  { partner, member }: Pick<Link, 'partner' | 'member'>,
  features: string | null,
  now: number,
): Promise<void> {
  await tx
    .updateTable('partner_member')
    .set({ features })
    .where('partner', '=', partner)
    .where('member', '=', member)
    .execute();
  if (!isIn(features, 'screen')) await endWatchesOf(tx, { member, partner }, now);
  const ended = (Object.keys(embedFeatures) as EmbedFeature[]).filter((one) => !isIn(features, one));
  if (!ended.length) return;
  await tx
    .deleteFrom('embed_token')
    .where('partner', '=', partner)
    .where('member', '=', member)
    .where((is) =>
      is.or([
        is('feature', 'in', ended),
        ...ended.map((one) => is(sql<string>`' ' || scopes`, 'like', `% ${one}:%`)),
      ]),
    )
    .execute();
}

/** Ends every link of a member, as `endLink` does. */
export async function endLinksOf(tx: Tx, member: string, now: number): Promise<void> {
  const links = await tx
    .selectFrom('partner_member')
    .select('partner')
    .where('member', '=', member)
    .execute();
  for (const { partner } of links) await endLink(tx, { partner, member }, now);
}

/**
 * Ends a link, its tokens, and agreements that have not become links yet, and sends the partner a message. Returns whether the
 * link existed.
 */
export async function endLink(
  tx: Tx,
  { partner, ...by }: { partner: string; reference?: string; member?: string },
  now: number,
): Promise<boolean> {
  let ended = tx.deleteFrom('partner_member').where('partner', '=', partner);
  let agreed = tx.deleteFrom('connection_code').where('partner', '=', partner);
  for (const [column, value] of Object.entries(by) as ['reference' | 'member', string][]) {
    ended = ended.where(column, '=', value);
    agreed = agreed.where(column, '=', value);
  }
  await agreed.execute();
  const links = await ended.returning(['member', 'reference']).execute();
  for (const { member, reference } of links) {
    await endTokens(tx, { partner, member });
    await endWatchesOf(tx, { partner, member }, now);
    await enqueue(
      tx,
      { kind: 'tell-partner', payload: { partner, type: 'link.ended', data: { member: reference } } },
      now,
    );
  }
  return links.length > 0;
}
