import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
/** As S3 wants it: every byte but these. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

export interface ObjectStore {
  url: string;
  keyId: string;
  secret: string;
  /** Its objects, by bucket and key. */
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** The requests, as `GET /bucket/key`. */
  asked: string[];
  /** Milliseconds that its clock is ahead. */
  clock: { ahead: number };
  /** While set, every request is answered with it. */
  broken: { status: number };
  close(): Promise<void>;
}

const [keyId, secret] = ['TESTKEY', 'test-secret-of-the-store'];

function signatureOf(
  request: IncomingMessage,
  address: URL,
  { scope, signedHeaders, date, payload }: Record<string, string>,
): string {
  const query = [...address.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = signedHeaders!
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('');
  const path = address.pathname
    .split('/')
    .map((one) => encoded(decodeURIComponent(one)))
    .join('/');
  const canonical = [request.method, path, query, headers, signedHeaders, payload].join('\n');
  const [day = '', region = '', service = ''] = scope!.split('/');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request');
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
}

const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * A store that answers as S3 documents it: objects by path, ranges, several deleted at once, and signature version 4 in headers
 * and in addresses, checked as AWS describes it. A request with a wrong or expired signature gets 403.
 */
export async function openObjectStore(): Promise<ObjectStore> {
  const objects: ObjectStore['objects'] = new Map();
  const [asked, clock, broken]: [string[], { ahead: number }, { status: number }] = [
    [],
    { ahead: 0 },
    { status: 0 },
  ];

  /** Why it is refused, if it is. */
  function refusal(request: IncomingMessage, address: URL, body: Buffer): string | undefined {
    const now = Date.now() + clock.ahead;
    const inAddress = address.searchParams.get('X-Amz-Signature');
    if (inAddress) {
      const said = (name: string) => address.searchParams.get(`X-Amz-${name}`) ?? '';
      const [id, ...scope] = said('Credential').split('/');
      const began = timeOf(said('Date'));
      if (id !== keyId) return 'InvalidAccessKeyId';
      if (!(now < began + Number(said('Expires')) * 1000)) return 'AccessDenied';
      const about = { scope: scope.join('/'), signedHeaders: said('SignedHeaders'), date: said('Date') };
      const right = signatureOf(request, address, { ...about, payload: 'UNSIGNED-PAYLOAD' });
      return right === inAddress ? undefined : 'SignatureDoesNotMatch';
    }
    const [, id, scope = '', signedHeaders = '', given] =
      /^AWS4-HMAC-SHA256 Credential=(\w+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
        request.headers.authorization ?? '',
      ) ?? [];
    if (id !== keyId) return 'AccessDenied';
    const payload = String(request.headers['x-amz-content-sha256']);
    if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
    const date = String(request.headers['x-amz-date']);
    if (Math.abs(timeOf(date) - now) > 900_000) return 'RequestTimeTooSkewed';
    const right = signatureOf(request, address, { scope, signedHeaders, date, payload });
    return right === given ? undefined : 'SignatureDoesNotMatch';
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const address = new URL(request.url ?? '', 'http://store');
    const key = decodeURIComponent(address.pathname.slice(1));
    asked.push(`${request.method} /${key}`);
    const fail = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`);
    if (broken.status) return fail(broken.status, 'ServiceUnavailable');
    const refused = refusal(request, address, body);
    if (refused) return fail(403, refused);
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: String(request.headers['content-type']) });
      return response.writeHead(200, { etag: '"1"' }).end();
    }
    if (request.method === 'POST' && address.searchParams.has('delete')) {
      for (const [, name] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g))
        objects.delete(`${key}/${name}`.replace('//', '/'));
      return response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end('<DeleteResult></DeleteResult>');
    }
    const found = objects.get(key);
    if (!found) return fail(404, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const bytes = start === undefined ? found.bytes : found.bytes.subarray(Number(start), Number(end) + 1);
    response.writeHead(start === undefined ? 200 : 206, {
      'content-type': address.searchParams.get('response-content-type') ?? found.type,
      'content-length': bytes.length,
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keyId,
    secret,
    objects,
    asked,
    clock,
    broken,
    close: () =>
      new Promise((ended) => {
        server.close(() => ended());
        server.closeAllConnections();
      }),
  };
}
