import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { escapeHtml } from '../kernel/html';

/** Configuration that the page passes to the app. */
export interface PageConfig {
  /** Base address of the calls. */
  base: string;
  secret: string;
  /** Whether the end of a session is shown in a toast (spec §4). Absent: the phone's own setting. */
  jump?: boolean;
  /** Where pictures are, as `<url>/<id>`. Absent: at the gateway. */
  cloudStore?: string;
  /** Base URL of the deployment's own services (spec §7, the plain helper). Absent: there are none. */
  services?: string;
}

export interface Variant {
  /** `undefined`: uncompressed. */
  encoding: 'br' | 'gzip' | undefined;
  body: Buffer | Promise<Buffer>;
  etag: string;
}

/** The smallest first; uncompressed for clients that accept neither. */
export type Variants = readonly [br: Variant, gzip: Variant, plain: Variant];

const meta = /(<meta\s+name=["']?cloudphone["']?\s+content=)("[^"]*"|'[^']*'|[^\s>]*)/i;

/** The preview picture of links to us, which needs an absolute address. */
const image = /(<meta property="og:image" content=")(\/[\w.-]+)/;

/** Writes the configuration into the page's `<meta name="cloudphone">`. `origin`: our address as members see it. */
export const configure = (html: string, config: PageConfig, origin: string): string =>
  html
    .replace(meta, (_all, before: string) => `${before}"${escapeHtml(JSON.stringify(config))}"`)
    .replace(image, (_all, before: string, path: string) => before + escapeHtml(new URL(path, origin).href));

/**
 * The page with a sentence above everything, for a copy in which nothing leaves. The browser's own style of `mark` stands out in both schemes;
 * the page's content policy permits no style of its own here.
 */
export const noted = (html: string, note: string): string =>
  html.replace(/(?=<div id=["']?skeleton\b)/, () => `<p role="note"><mark>${escapeHtml(note)}</mark></p>`);

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * The page in every supported encoding, the smallest first. Compressed once at start, when its configuration is known, on threads of its
 * own: the first member may wait for it, the start does not.
 */
export function variants(html: string): Variants {
  const body = Buffer.from(html);
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
