import { DomainError } from '../../kernel/domain-error';
import type { Services } from '../../kernel/services';

/** Removes a platform video, with its file and its downloads. */
export async function removeVideo({ db, files }: Pick<Services, 'db' | 'files'>, id: string) {
  const file = await db.tx(async (tx) => {
    await tx.deleteFrom('video_download').where('video', '=', id).execute();
    await tx.deleteFrom('video_link').where('video', '=', id).execute();
    const gone = await tx.deleteFrom('video').where('id', '=', id).returning('file').executeTakeFirst();
    if (!gone) throw new DomainError('videoMissing');
    await tx.deleteFrom('picture').where('id', '=', gone.file).execute();
    return gone.file;
  });
  await files.remove([file]);
  return { id, removed: true };
}
