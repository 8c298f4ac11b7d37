import { type ExpressionBuilder, sql } from 'kysely';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Tables } from '../schema/tables';

type Posts = ExpressionBuilder<Tables & { p: Tables['circle_post'] }, 'p'>;

/** Visible to a member: not deleted, not reported by them, not by somebody they have muted, and not hidden unless it is their own. */
const isVisible = (is: Posts, member: string) =>
  is.and([
    is('p.deleted_at', 'is', null),
    is.or([is('p.hidden_at', 'is', null), is('p.author', '=', member)]),
    is.not(
      is.exists(
        is
          .selectFrom('circle_report')
          .select(sql.lit(1).as('one'))
          .whereRef('circle_report.post', '=', 'p.id')
          .where('circle_report.member', '=', member),
      ),
    ),
    is.not(
      is.exists(
        is
          .selectFrom('circle_mute')
          .select(sql.lit(1).as('one'))
          .whereRef('circle_mute.author', '=', 'p.author')
          .where('circle_mute.member', '=', member),
      ),
    ),
  ]);

/** The posts visible to a member. */
export const visiblePosts = (run: Executor, member: string) =>
  run.selectFrom('circle_post as p').where((is) => isVisible(is as unknown as Posts, member));

/** The refusal is the same for a post that does not exist, is deleted, hidden or reported. */
export async function mustSee(run: Executor, member: string, id: string): Promise<{ author: string }> {
  const post = await visiblePosts(run, member).select('p.author').where('p.id', '=', id).executeTakeFirst();
  if (!post) throw new DomainError('postMissing');
  return post;
}
