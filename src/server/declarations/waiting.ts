import { DeclarationStatus } from '../../contract/member/declarations';
import type { WaitingList } from '../kernel/waiting-list';

/** Declarations that wait for a decision. */
export const waitingDeclarations: WaitingList = {
  name: 'declarations',
  look: (run) =>
    run
      .selectFrom('declaration')
      .where('status', '=', DeclarationStatus.submitted)
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.min<Date | null>('submitted_at').as('since'),
      ])
      .executeTakeFirstOrThrow(),
};
