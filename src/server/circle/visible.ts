import { type ExpressionBuilder, sql } from 'kysely';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Tables } from '../schema/tables';

type Posts = ExpressionBuilder<Tables & { p: Tables['circle_post'] }, 'p'>;

/** What a member may see: nothing deleted, nothing that they have reported or of whom they have muted, nothing hidden but their own. */
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

/** The posts that a member may see. */
export const visiblePosts = (run: Executor, member: string) =>
  run.selectFrom('circle_post as p').where((is) => isVisible(is as unknown as Posts, member));

/** Refused alike whether it is nobody's, deleted, hidden or reported. */
export async function mustSee(run: Executor, member: string, id: string): Promise<{ author: string }> {
  const post = await visiblePosts(run, member).select('p.author').where('p.id', '=', id).executeTakeFirst();
  if (!post) throw new DomainError('postMissing');
  return post;
}
