import { sql } from 'kysely';
import type { Executor } from '../db/database';
import type { WaitingList } from '../kernel/waiting-list';

/** Posts and comments reported since an operator last reviewed them, with the time of the first of these reports. */
const reportedPosts = (run: Executor) =>
  run
    .selectFrom('circle_report as r')
    .innerJoin('circle_post as p', 'p.id', 'r.post')
    .where('p.deleted_at', 'is', null)
    .where('p.hidden_at', 'is', null)
    .where((is) => is.or([is('p.kept_at', 'is', null), is('r.at', '>', is.ref('p.kept_at'))]))
    .groupBy('r.post')
    .select((is) => ['r.post as id', is.fn.min('r.at').as('since')]);
const reportedComments = (run: Executor) =>
  run
    .selectFrom('circle_comment_report as r')
    .innerJoin('circle_comment as k', 'k.id', 'r.comment')
    .where('k.deleted_at', 'is', null)
    .where('k.hidden_at', 'is', null)
    .where((is) => is.or([is('k.kept_at', 'is', null), is('r.at', '>', is.ref('k.kept_at'))]))
    .groupBy('r.comment')
    .select((is) => ['r.comment as id', is.fn.min('r.at').as('since')]);

/** Reported posts and comments, which an operator hides or keeps. */
export const waitingReports: WaitingList = {
  name: 'reports',
  area: 'posts',
  look: (run) =>
    run
      .selectFrom(reportedPosts(run).unionAll(reportedComments(run)).as('reported'))
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<Date | null>`min(reported.since)`.as('since'),
      ])
      .executeTakeFirstOrThrow(),
};
