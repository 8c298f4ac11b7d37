import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Uploaded, type UploadRefused, uploadCodes } from '../../contract/wire/upload';
import type { Gateway } from '../kernel/gateway';
import { localeOf, type MessageName, translate } from '../kernel/messages';
import { RequestRejected } from '../kernel/request-rejected';
import { addressOf, pictureFile } from '../pictures/address';
import { mediaTicketBehind, spendMediaTicket } from '../share/media-ticket';
import type { Keep } from './keep-file';
import { assertQuota, Full } from './quota';
import { orBroken, receive } from './receive';

/**
 * `POST /api/upload/native`: a file from a page of the mini-program, which knows no session. Its ticket (`share/mediaTicket`) says whose
 * it is; sent once more, because an answer got lost, it answers the same id.
 */
export function serveNativeUploads(api: FastifyInstance, gateway: Gateway, keep: Keep): void {
  const { db, requests, settings, fileSecret } = gateway;
  api.post('/upload/native', async (request, reply): Promise<Uploaded | UploadRefused> => {
    const locale = localeOf(request.headers['accept-language']);
    const refuse = (code: UploadRefused['code'], name: MessageName): UploadRefused => {
      reply.header('connection', 'close'); // what is left of the body would be taken for the next request
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
    if (ticket.picture) {
      reply.header('connection', 'close');
      return answer(ticket.picture);
    }
    const field = kind === 'video' ? 'videoFile' : 'imageFile';
    const at = pictureFile(settings.dataDir, `.${randomUUID()}`);
    try {
      const part = await request.file().catch(orBroken);
      if (part?.fieldname !== field) return refuse(uploadCodes.broken, 'pictureBroken');
      const file = await receive(part, at).catch(orBroken);
      await assertQuota(db.run, member, file.size, gateway.now());
      const name = (part.filename || field).replace(/\0/g, '').slice(-255);
      const stored = await keep({ ...file, field, at, member, name });
      if ('refused' in stored) return refuse(stored.code, stored.refused);
      return answer(await spendMediaTicket(db.run, hash, stored.id));
    } catch (error) {
      if (error instanceof Full) return refuse(uploadCodes.refused, 'uploadsFull');
      throw error;
    } finally {
      await rm(at, { force: true });
    }
  });
}
