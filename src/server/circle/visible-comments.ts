import { sql } from 'kysely';
import type { Executor } from '../db/database';

/** Comments visible to a member: not deleted, hidden, reported by the member, or written by somebody they have muted. */
export const shownComments = (run: Executor, member: string) =>
  run
    .selectFrom('circle_comment as k')
    .where('k.deleted_at', 'is', null)
    .where('k.hidden_at', 'is', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('circle_comment_report')
            .select(sql.lit(1).as('one'))
            .whereRef('circle_comment_report.comment', '=', 'k.id')
            .where('circle_comment_report.member', '=', member),
        ),
      ),
    )
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('circle_mute')
            .select(sql.lit(1).as('one'))
            .whereRef('circle_mute.author', '=', 'k.author')
            .where('circle_mute.member', '=', member),
        ),
      ),
    );

/** Number of a post's comments that a member can see. */
export async function countComments(run: Executor, member: string, post: string): Promise<number> {
  const { n } = await shownComments(run, member)
    .where('k.post', '=', post)
    .select((is) => is.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
