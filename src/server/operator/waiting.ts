import { sql } from 'kysely';
import type { WaitingList } from '../kernel/waiting-list';

/** Proposals that wait for a second person. */
export const waitingProposals: WaitingList = {
  name: 'proposals',
  look: (run) =>
    run
      .selectFrom('operator_proposal')
      .where('ended', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('at').as('since')])
      .executeTakeFirstOrThrow(),
};
