import type { Picture, Video } from '../../contract/wire/media';
import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { addressOf, day } from './address';

/** The pictures and videos of some rows of a list by id, with addresses that last a day. */
export async function mediaOf(
  run: Executor,
  { fileSecret, now }: Pick<RequestContext, 'fileSecret' | 'now'>,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, Picture & Pick<Video, 'seconds'>>> {
  const requested = [...new Set(ids.filter((id) => !!id))] as string[];
  if (!requested.length) return new Map();
  const rows = await run
    .selectFrom('picture')
    .select(['id', 'width', 'height', 'seconds'])
    .where('id', 'in', requested)
    .execute();
  return new Map(
    rows.map(({ id, width, height, seconds }) => [
      id,
      {
        id,
        url: addressOf(fileSecret, id, now, day),
        ...(width && height && { width, height }),
        ...(seconds !== null && { seconds }),
      },
    ]),
  );
}
