import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type * as s3 from '@aws-sdk/client-s3';
import type * as presigner from '@aws-sdk/s3-request-presigner';
import type { FileStore } from '../kernel/file-store';
import { load } from '../kernel/load';
import { RequestRejected } from '../kernel/request-rejected';
import type { ObjectStoreSettings } from '../settings/files';

const hour = 3_600_000;
const keyOf = (name: string) => `pictures/${name}`;
/** Maximum size to read into memory before sending, so that it can be sent again if the connection breaks. */
const sentAgain = 16 * 1024 * 1024;

const isMissing = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;

/** A store that is unreachable or overloaded is not the fault of the request: the client may retry. */
const inTime = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error) => {
    if (error.$metadata?.httpStatusCode >= 500)
      throw Object.assign(new RequestRejected('busy'), { cause: error });
    throw error;
  });

/** Files in a bucket with the S3 protocol, which every gateway can reach. */
export function objectStore({ bucket, publicUrl, ...settings }: ObjectStoreSettings): FileStore {
  const { DeleteObjectsCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } = load(
    '@aws-sdk/client-s3',
  ) as typeof s3;
  const { getSignedUrl } = load('@aws-sdk/s3-request-presigner') as typeof presigner;
  const at = (endpoint: string | undefined) =>
    new S3Client({
      region: settings.region,
      credentials: { accessKeyId: settings.keyId, secretAccessKey: settings.secret },
      ...(endpoint && { endpoint, forcePathStyle: true }),
      // otherwise some stores keep the marks of a chunked body as part of the file
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
    });
  const client = at(settings.endpoint);
  const members = publicUrl ? at(publicUrl) : undefined;

  return {
    async put(name, content, ContentType) {
      const isPath = typeof content === 'string';
      const ContentLength = isPath ? (await stat(content)).size : content.length;
      const Body = !isPath
        ? content
        : ContentLength <= sentAgain
          ? await readFile(content)
          : createReadStream(content);
      await inTime(
        client.send(
          new PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body, ContentLength, ContentType }),
        ),
      );
      if (isPath) await rm(content, { force: true });
    },
    async get(name) {
      const of = { Bucket: bucket, Key: keyOf(name) };
      const head = await inTime(
        client.send(new HeadObjectCommand(of)).catch((error) => {
          if (isMissing(error)) return;
          throw error;
        }),
      );
      if (!head) return;
      return {
        size: head.ContentLength ?? 0,
        async read(range) {
          const Range = range && `bytes=${range.start}-${range.end}`;
          const { Body } = await inTime(
            client.send(new GetObjectCommand({ ...of, ...(Range && { Range }) })),
          );
          if (!(Body instanceof Readable)) throw new Error(`The store gave no bytes of ${name}`);
          return Body;
        },
        async close() {},
      };
    },
    async remove(names) {
      for (let from = 0; from < names.length; from += 1000) {
        const Objects = names.slice(from, from + 1000).map((name) => ({ Key: keyOf(name) }));
        await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
      }
    },
    ...(members && {
      address(name, type, now) {
        const began = Math.floor(now / hour) * hour;
        const command = new GetObjectCommand({
          Bucket: bucket,
          Key: keyOf(name),
          ResponseContentType: type,
          ResponseCacheControl: 'private, max-age=3600, immutable',
        });
        // signed with the beginning of the hour, so that the address stays the same during it
        return getSignedUrl(members, command, { expiresIn: 7200, signingDate: new Date(began) });
      },
    }),
  };
}
