import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../../kernel/gateway';
import { RequestRejected } from '../../kernel/request-rejected';
import { sha256 } from '../../kernel/sha256';
import { openFile, sendFile } from '../../pictures/send-file';

/**
 * `GET /videos/<token>`: a file to save, complete or the requested range. The address expires after ten minutes, and with the session for
 * which it was made.
 */
export function serveVideos(app: FastifyInstance, { db, files, now }: Gateway): void {
  app.get<{ Params: { token: string } }>('/videos/:token', async (request, reply) => {
    const found = await db.run
      .selectFrom('video_link as l')
      .innerJoin('video as v', 'v.id', 'l.video')
      .innerJoin('session as s', 's.hash', 'l.session')
      .select(['v.file', 'l.name'])
      .where('l.hash', '=', sha256(request.params.token))
      .where('l.expires_at', '>', new Date(now()))
      .where('s.expires_at', '>', new Date(now()))
      .executeTakeFirst();
    if (!found) throw new RequestRejected('unknown');
    reply
      .header('content-type', 'video/mp4')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.name)}`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .header('etag', `"${found.file}"`);
    return sendFile(request, reply, await openFile(files, found.file));
  });
}
