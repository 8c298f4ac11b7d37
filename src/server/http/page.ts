import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { escapeHtml } from '../kernel/html';

/** What the app is told by the page it starts from. */
export interface PageConfig {
  /** Where the calls go. */
  base: string;
  secret: string;
  /** Whether a session that has ended is said in a toast (spec §4). Absent: as the phone has it. */
  jump?: boolean;
  /** Where pictures are, as `<url>/<id>`. Absent: the gateway has them. */
  cloudStore?: string;
  /** Base URL of the deployment's own services (spec §7, the plain helper). Absent: it has none. */
  services?: string;
}

export interface Variant {
  /** `undefined`: as it is. */
  encoding: 'br' | 'gzip' | undefined;
  body: Buffer;
  etag: string;
}

/** The smallest first, and as it is for whoever takes neither. */
export type Variants = readonly [br: Variant, gzip: Variant, plain: Variant];

const meta = /(<meta\s+name=["']?cloudphone["']?\s+content=)("[^"]*"|'[^']*'|[^\s>]*)/i;

/** The picture of a link to us, which those who show one want with its whole address. */
const image = /(<meta property="og:image" content=")(\/[\w.-]+)/;

/** The page with the configuration in its `<meta name="cloudphone">`. `origin`: where members find it. */
export const configure = (html: string, config: PageConfig, origin: string): string =>
  html
    .replace(meta, (_all, before: string) => `${before}"${escapeHtml(JSON.stringify(config))}"`)
    .replace(image, (_all, before: string, path: string) => before + escapeHtml(new URL(path, origin).href));

/** The page in every encoding we speak, the smallest first. Compressed once: its configuration is known at start only. */
export function variants(html: string): Variants {
  const body = Buffer.from(html);
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return [
    { encoding: 'br', body: brotliCompressSync(body), etag: `"${tag}-br"` },
    { encoding: 'gzip', body: gzipSync(body, { level: 9 }), etag: `"${tag}-gz"` },
    { encoding: undefined, body, etag: `"${tag}"` },
  ];
}

/** Which encodings an `Accept-Encoding` header takes. */
export function accepts(acceptEncoding = ''): (name: string) => boolean {
  const accepted = acceptEncoding.split(',').map((one) => one.trim().toLowerCase());
  return (name) => accepted.some((one) => one.split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(one));
}

/** The first variant that the `Accept-Encoding` header takes. */
export function choose(all: Variants, acceptEncoding?: string): Variant {
  const takes = accepts(acceptEncoding);
  return all.find(({ encoding }) => encoding !== undefined && takes(encoding)) ?? all[2];
}
