import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

export interface Variant {
  /** `undefined`: uncompressed. */
  encoding: 'br' | 'gzip' | undefined;
  body: Buffer | Promise<Buffer>;
  etag: string;
}

/** The smallest first; uncompressed for clients that accept neither. */
export type Variants = readonly [br: Variant, gzip: Variant, plain: Variant];

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * A text in every supported encoding, the smallest first. It is compressed once, on other threads: the first client may wait for it, the
 * caller does not.
 */
export function variants(text: string): Variants {
  const body = Buffer.from(text);
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return [
    { encoding: 'br', body: brotli(body), etag: `"${tag}-br"` },
    { encoding: 'gzip', body: gzip(body, { level: 9 }), etag: `"${tag}-gz"` },
    { encoding: undefined, body, etag: `"${tag}"` },
  ];
}

/** The encodings that an `Accept-Encoding` header accepts. */
export function accepts(acceptEncoding = ''): (name: string) => boolean {
  const accepted = acceptEncoding.split(',').map((one) => one.trim().toLowerCase());
  return (name) => accepted.some((one) => one.split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(one));
}

/** The first variant that the `Accept-Encoding` header accepts. */
export function choose(all: Variants, acceptEncoding?: string): Variant {
  const takes = accepts(acceptEncoding);
  return all.find(({ encoding }) => encoding !== undefined && takes(encoding)) ?? all[2];
}
