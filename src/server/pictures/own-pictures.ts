import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';

type Asking = Pick<RequestContext, 'db' | 'member'>;

const own = ({ db, member }: Asking, ids: readonly string[], kind: 'image' | 'video') =>
  db.run
    .selectFrom('picture')
    .select('id')
    .where('owner', '=', member)
    .where('id', 'in', ids)
    .where('type', 'like', `${kind}/%`)
    .execute();

/**
 * Marks these pictures or videos as used, so that they are kept. Code that writes a file's id into a row must call this, or the file is
 * deleted after a day (`sweep.ts`).
 */
export async function markUsed(run: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length) await run.updateTable('picture').set({ used: true }).where('id', 'in', ids).execute();
}

/** Gives these pictures or videos up: nothing shows them any more, and the next sweep deletes them. */
export async function markUnused(run: Executor, ids: readonly string[]): Promise<void> {
  const given = { used: false, at: new Date(0) };
  if (ids.length) await run.updateTable('picture').set(given).where('id', 'in', ids).execute();
}

/** The distinct pictures; refused at `field` if the member has not uploaded one of them. */
export async function ownPictures(
  ctx: Asking,
  annex: readonly string[] = [],
  field = 'annex',
): Promise<string[]> {
  const ids = [...new Set(annex.map((id) => id.toLowerCase()))];
  if (!ids.length) return ids;
  if ((await own(ctx, ids, 'image')).length !== ids.length)
    throw new DomainError('pictureMissing', {}, { problems: { [field]: { rule: 'attachment' } } });
  await markUsed(ctx.db.run, ids);
  return ids;
}

/** The video; refused if the member has not uploaded it. */
export async function ownVideo(ctx: Asking, video: string): Promise<string> {
  const [found] = await own(ctx, [video.toLowerCase()], 'video');
  if (!found) throw new DomainError('videoMissing', {}, { problems: { video: { rule: 'attachment' } } });
  await markUsed(ctx.db.run, [found.id]);
  return found.id;
}
