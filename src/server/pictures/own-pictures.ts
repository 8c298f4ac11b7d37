import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';

/** The pictures, each once; refused when one of them is not what the member has uploaded. */
export async function ownPictures(
  { db, member }: Pick<RequestContext, 'db' | 'member'>,
  annex: readonly string[] = [],
): Promise<string[]> {
  const ids = [...new Set(annex.map((id) => id.toLowerCase()))];
  if (!ids.length) return ids;
  const own = await db.run
    .selectFrom('picture')
    .select('id')
    .where('owner', '=', member)
    .where('id', 'in', ids)
    .execute();
  if (own.length !== ids.length)
    throw new DomainError('pictureMissing', {}, { problems: { annex: { rule: 'attachment' } } });
  return ids;
}
