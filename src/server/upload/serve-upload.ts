import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { id } from '../../contract/rules/fields';
import type { Header } from '../../contract/wire/envelope';
import { largestBody } from '../../contract/wire/limits';
import {
  largestVideo,
  sendFile,
  type Upload,
  type Uploaded,
  type UploadRefused,
  uploadCodes,
} from '../../contract/wire/upload';
import { admitToken, isEmbedToken, secretOf } from '../embed/admit';
import { isAllowed } from '../embed/allowed';
import { assertNewNonce, createIdentify, type Identify } from '../http/admission';
import { claimsOf, keepNothing } from '../http/serve';
import { verifyEnvelope } from '../http/wire';
import type { Gateway } from '../kernel/gateway';
import { localeOf, type MessageName, translate } from '../kernel/messages';
import { RequestRejected } from '../kernel/request-rejected';
import { addressOf, pictureFile } from '../pictures/address';
import { fileRefusal, pushFile } from '../screen/push-file';
import { createUploadStore } from './keep-file';
import { Full, releaseQuota, reserveQuota } from './quota';
import { orBroken, type Received, receive } from './receive';
import { serveNativeUploads } from './serve-native';

const rules = v.object({
  field: v.picklist(['imageFile', 'videoFile', 'phoneFile']),
  name: v.pipe(v.string(), v.maxLength(255), v.regex(/^[^\0]*$/)),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  md5: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  machine: v.optional(id),
}) satisfies v.GenericSchema<Upload>;

interface Admitted {
  member: string | undefined;
  upload: Upload;
  /** Why nothing of the file is taken. */
  refused?: MessageName | undefined;
  /** The reservation of quota for the file. */
  reservation?: string;
}

/**
 * `POST /api/upload` (contract/wire/upload.ts). The file is stored under a temporary name until its hash matches the signed one and its
 * type is accepted; then the store keeps it under its id. Responds with a code that is divisible by 100, or the reason for the refusal.
 * The signed part comes first: nothing is written to the disk before the sender is known.
 */
export async function serveUploads(api: FastifyInstance, gateway: Gateway): Promise<void> {
  keepNothing(api);
  await api.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: largestVideo, files: 1, fields: 4, fieldSize: largestBody, parts: 6 },
  });
  await mkdir(path.dirname(pictureFile(gateway.settings.dataDir, 'any')), { recursive: true });

  const { store: keep } = createUploadStore(gateway);
  const identify = createIdentify(gateway.db);
  serveNativeUploads(api, gateway, keep);

  api.post(`/${sendFile.path}`, async (request, reply): Promise<Uploaded | UploadRefused> => {
    const locale = localeOf(request.headers['accept-language']);
    const refuse = (code: UploadRefused['code'], name: MessageName): UploadRefused => ({
      code,
      message: translate(locale, name),
    });
    if (!request.isMultipart()) throw new RequestRejected('type');

    let admission: Promise<Admitted> | undefined;
    const admitOnce = (payload: string) =>
      (admission ??= admit(request, reply, payload, { gateway, identify }));
    const delivery = randomUUID();
    const temporary = pictureFile(gateway.settings.dataDir, `.${delivery}`);
    try {
      const { file, admitted } = await accept(request, admitOnce, temporary).catch(orBroken);
      const { member, upload, refused } = await admitted;
      if (member === undefined) return refuse(uploadCodes.expired, 'expired');
      if (refused) return refuse(uploadCodes.refused, refused);
      if (!file) return refuse(uploadCodes.broken, 'pictureBroken');
      const { field, machine, name } = upload;
      const signed = file.truncated || (file.size === upload.size && file.md5 === upload.md5);
      if (!signed) return refuse(uploadCodes.broken, 'pictureBroken');
      if (field === 'phoneFile') {
        const why = await pushFile(gateway, { ...file, at: temporary, member, machine, name, id: delivery });
        return why ? refuse(uploadCodes.refused, why) : { code: uploadCodes.taken, id: delivery, url: '' };
      }
      const stored = await keep({ ...file, field, at: temporary, member, name });
      if ('refused' in stored) return refuse(stored.code, stored.refused);
      const url = addressOf(gateway.fileSecret, stored.id, gateway.now());
      return { code: uploadCodes.taken, id: stored.id, url };
    } catch (error) {
      // otherwise the rest of the body would be parsed as the connection's next request, or never be read
      if (!request.raw.readableEnded) reply.header('connection', 'close');
      if (error instanceof Full) return refuse(uploadCodes.refused, 'uploadsFull');
      throw error;
    } finally {
      await rm(temporary, { force: true });
      const reservation = (await admission?.catch(() => undefined))?.reservation;
      if (reservation) await releaseQuota(gateway.db.run, reservation);
    }
  });
}

/**
 * Reads all parts. A file is written once its signed part has been admitted; a file before it is refused. Only faults of the body or the
 * disk are thrown: what the admission throws is in its own promise, because errors of a lost connection to the database look like those
 * of a broken body.
 */
async function accept(
  request: FastifyRequest,
  admitOnce: (payload: string) => Promise<Admitted>,
  temporary: string,
) {
  let file: Received | undefined;
  let admission: Promise<Admitted> | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'payload') admission = admitOnce(String(part.value));
      await admission?.catch(() => {}); // for the caller, after the rest of the body has been read
      continue;
    }
    if (!admission) throw new RequestRejected('shape');
    const admitted = await admission.catch(() => undefined);
    const isWanted = admitted?.member !== undefined && !admitted.refused && !file;
    if (isWanted && part.fieldname === admitted.upload.field)
      file = await receive(part, temporary, admitted.upload.size);
    else part.file.resume();
  }
  if (!admission) throw new RequestRejected('shape');
  return { file, admitted: admission };
}

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
  { gateway, identify }: { gateway: Gateway; identify: Identify },
): Promise<Admitted> {
  const { db, requests, settings } = gateway;
  const now = gateway.now();
  const bytes = Buffer.from(payload);
  const { header, data } = verifyEnvelope(
    bytes,
    request.headers.token,
    secretOf(bytes, settings.signingSecrets),
    now,
  );
  await requests.count(request.ip, 'member', now);
  const session = isEmbedToken(header.authToken)
    ? await assertNewNonce(db, header.uuid, now).then(() => embedded(header, request, reply, gateway))
    : await identify(header, claimsOf(request), now);
  const parsed = v.safeParse(rules, data);
  if (!parsed.success) throw new RequestRejected('shape');
  const upload = parsed.output;
  if (!session) return { member: undefined, upload };
  const { member } = session;
  const isForPhone = upload.field === 'phoneFile';
  if (isForPhone && isEmbedToken(header.authToken)) throw new RequestRejected('scope');
  const refused = isForPhone ? await fileRefusal(db.run, member, upload) : undefined;
  if (refused) return { member, upload, refused };
  const reservation = await reserveQuota(db.run, member, upload.size, now, !isForPhone);
  return { member, upload, reservation };
}

/** The member of the embed token. */
async function embedded(header: Header, request: FastifyRequest, reply: FastifyReply, gateway: Gateway) {
  const embed = await admitToken({ header }, request, reply, gateway, gateway.now());
  if (embed && !isAllowed(sendFile, embed.token.scopes)) throw new RequestRejected('scope');
  return embed?.token;
}
