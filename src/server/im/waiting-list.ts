import type { WaitingList } from '../kernel/waiting-list';

/** Conversations with messages unread by the back office; `since`: the time of the member's last message. */
export const waitingConversations: WaitingList = {
  name: 'conversations',
  look: (run) =>
    run
      .selectFrom('conversation')
      .where('desk_unread', '>', 0)
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('at').as('since')])
      .executeTakeFirstOrThrow(),
};
