import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Uploaded, type UploadRefused, uploadCodes } from '../../contract/wire/upload';
import type { Gateway } from '../kernel/gateway';
import { localeOf, type MessageName, translate } from '../kernel/messages';
import { RequestRejected } from '../kernel/request-rejected';
import { withoutNul } from '../kernel/without-nul';
import { addressOf, pictureFile } from '../pictures/address';
import { dropMediaClaim, mediaTicketBehind, spendMediaTicket, takeMediaTicket } from '../share/media-ticket';
import { largestOf, type StoreUpload } from './keep-file';
import { Full, releaseQuota, reserveQuota } from './quota';
import { orBroken, receive } from './receive';

/**
 * `POST /api/upload/native`: an upload from a page of the mini-program, which has no session. Its ticket (`share/mediaTicket`) identifies
 * the member; a repetition after a lost response returns the same id. Only one request at a time can upload with a ticket.
 */
export function serveNativeUploads(api: FastifyInstance, gateway: Gateway, keep: StoreUpload): void {
  const { db, requests, settings, fileSecret } = gateway;
  api.post('/upload/native', async (request, reply): Promise<Uploaded | UploadRefused> => {
    const locale = localeOf(request.headers['accept-language']);
    const refuse = (code: UploadRefused['code'], name: MessageName): UploadRefused => {
      reply.header('connection', 'close'); // otherwise the rest of the body would be parsed as the next request
      return { code, message: translate(locale, name) };
    };
    if (!request.isMultipart()) throw new RequestRejected('type');
    await requests.count(request.ip, 'member', gateway.now());
    const [, given] = /^Ticket ([\w-]{32})$/.exec(request.headers.authorization ?? '') ?? [];
    const ticket = given && (await mediaTicketBehind(db.run, given, gateway.now()));
    if (!ticket) return refuse(uploadCodes.refused, 'mediaTicketOver');
    const { hash, member, kind } = ticket;
    const answer = (id: string): Uploaded => ({
      code: uploadCodes.taken,
      id,
      url: addressOf(fileSecret, id, gateway.now()),
    });
    const taken = ticket.picture
      ? { storedId: ticket.picture }
      : await takeMediaTicket(db.run, hash, gateway.now());
    if (!taken) return refuse(uploadCodes.refused, 'mediaTicketOver');
    if (taken.storedId) {
      reply.header('connection', 'close');
      return answer(taken.storedId);
    }
    const field = kind === 'video' ? 'videoFile' : 'imageFile';
    let reservation: string | undefined;
    const at = pictureFile(settings.dataDir, `.${randomUUID()}`);
    try {
      const most = Math.min(Number(request.headers['content-length'] ?? Infinity), largestOf(field));
      reservation = await reserveQuota(db.run, member, most, gateway.now());
      const part = await request.file().catch(orBroken);
      if (part?.fieldname !== field) return refuse(uploadCodes.broken, 'pictureBroken');
      const file = await receive(part, at, largestOf(field)).catch(orBroken);
      const name = withoutNul(part.filename || field).slice(-255);
      const stored = await keep({ ...file, field, at, member, name });
      if ('refused' in stored) return refuse(stored.code, stored.refused);
      return answer(await spendMediaTicket(db.run, hash, stored.id));
    } catch (error) {
      if (error instanceof Full) return refuse(uploadCodes.refused, 'uploadsFull');
      throw error;
    } finally {
      await rm(at, { force: true });
      if (reservation) await releaseQuota(db.run, reservation);
      await dropMediaClaim(db.run, hash);
    }
  });
}
