import type { WaitingList } from '../kernel/waiting-list';

/** Conversations in which the desk has not read all; `since` is when their members wrote last. */
export const waitingConversations: WaitingList = {
  name: 'conversations',
  look: (run) =>
    run
      .selectFrom('conversation')
      .where('desk_unread', '>', 0)
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('at').as('since')])
      .executeTakeFirstOrThrow(),
};
