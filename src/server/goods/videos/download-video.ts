import { randomBytes } from 'node:crypto';
import type * as calls from '../../../contract/video/videos';
import type * as rules from '../../../contract/video/videos.rules';
import type { Handlers } from '../../kernel/call-group';
import { DomainError } from '../../kernel/domain-error';
import { sha256 } from '../../kernel/sha256';
import { textOf } from '../../kernel/texts';

/** Milliseconds that a download address is valid. */
const ttl = 600_000;

/** A title as a file name: without characters that file systems reject. */
const fileName = (title: string) =>
  `${title
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60)}.mp4`;

export const downloading: Pick<Handlers<typeof calls, typeof rules>, 'downloadVideo'> = {
  async downloadVideo({ id }, { db, member, session = '', locale, now }) {
    const video = await db.run.selectFrom('video').selectAll().where('id', '=', id).executeTakeFirst();
    if (!video) throw new DomainError('videoMissing');
    const name = fileName(textOf(video, 'title', locale));
    const token = randomBytes(24).toString('base64url');
    await db.tx(async (tx) => {
      await tx
        .deleteFrom('video_link')
        .where('session', '=', session)
        .where('expires_at', '<', new Date(now))
        .execute();
      await tx
        .insertInto('video_link')
        .values({ hash: sha256(token), video: id, session, name, expires_at: new Date(now + ttl) })
        .execute();
      await tx
        .insertInto('video_download')
        .values({ video: id, member, at: new Date(now) })
        .onConflict((conflict) => conflict.columns(['video', 'member']).doUpdateSet({ at: new Date(now) }))
        .execute();
    });
    return { url: `/videos/${token}`, name, size: video.size };
  },
};
