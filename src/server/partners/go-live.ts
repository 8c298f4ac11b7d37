import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { WaitingList } from '../kernel/waiting-list';
import { note, partnerRow } from './change-partner';
import { writeTo } from './people';
import { changed } from './records';

export interface LiveRequest {
  /** Where members will see the embeds, and their purpose, in the partner's own words. */
  site: string;
  note: string;
}

/** Requests that a partner may go live. A repeated request replaces the earlier one; refused if the partner is live. */
export async function askToGoLive(tx: Tx, partner: string, request: LiveRequest, now: number): Promise<void> {
  const { live } = await partnerRow(tx, partner);
  if (live === 'yes') throw new DomainError('partnerLive');
  await tx
    .updateTable('partner')
    .set({
      live: 'asked',
      live_request: JSON.stringify(request),
      live_answer: null,
      live_at: new Date(now),
    })
    .where('id', '=', partner)
    .execute();
}

/** The back office's decision on a request. Without `reason` the partner is live from now on; its owners receive an e-mail. */
export async function decideLive(
  tx: Tx,
  partner: string,
  reason: string | undefined,
  now: number,
): Promise<{ id: string; live: boolean }> {
  const { live, name } = await partnerRow(tx, partner);
  if (live !== 'asked') throw new DomainError('partnerNotAsked');
  await tx
    .updateTable('partner')
    .set({
      live: reason === undefined ? 'yes' : 'refused',
      live_answer: reason ?? null,
      live_at: new Date(now),
    })
    .where('id', '=', partner)
    .execute();
  await changed(tx);
  const what = reason === undefined ? 'liveApproved' : 'liveRefused';
  await note(tx, { partner, who: 'desk', what, target: reason ?? '' }, now);
  const owners = await tx
    .selectFrom('partner_role as r')
    .innerJoin('partner_person as p', 'p.id', 'r.person')
    .select(['p.email', 'p.locale'])
    .where('r.partner', '=', partner)
    .where('r.role', '=', 'owner')
    .execute();
  const text = reason === undefined ? 'partnerIsLive' : 'partnerIsNotLive';
  for (const owner of owners)
    await writeTo(tx, owner, text, { name: JSON.parse(name).en, reason: reason ?? '' }, now);
  return { id: partner, live: reason === undefined };
}

/** Partners that wait to go live. */
export const waitingPartners: WaitingList = {
  name: 'partners',
  look: (run) =>
    run
      .selectFrom('partner')
      .where('live', '=', 'asked')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('live_at').as('since')])
      .executeTakeFirstOrThrow(),
};
