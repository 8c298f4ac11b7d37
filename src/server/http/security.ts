import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { workHeader } from '../../contract/wire/work';
import { isListed } from '../settings/partner-origins';
import type { Settings } from '../settings/settings';
import { reportPath } from './policy-reports';

/** Hashes of the inline scripts and styles in the page, written by the build: `sha256-…`. */
interface Hashes {
  scripts: string[];
  styles: string[];
}

function readHashes(root: string): Hashes {
  const file = path.join(root, 'csp.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { scripts: [], styles: [] };
}

const quoted = (hashes: string[]) => hashes.map((hash) => `'${hash.replace(/'/g, '')}'`);

/** Neither a document nor a worker: it loads nothing, so its headers need no content policy. */
const inert = /^(application\/json|(text|application)\/javascript|text\/css|image\/(png|jpeg|webp|gif))\b/;
/** Headers that protect documents. */
const ofDocuments = new Set([
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'reporting-endpoints',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]);

/** The headers that helmet sets. They are the same for each response. */
function headersOf(protect: ReturnType<typeof helmet>): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader() {}, // Fastify does not say what it is
  };
  protect({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return headers;
}

/** Returns a function that checks an origin against the partners in the current settings. */
function createOriginCheck(settings: Settings): (origin: string) => boolean {
  let of: Settings['partners'] | undefined;
  let exact = new Set<string>();
  let wildcards: string[] = [];
  return (origin) => {
    if (of !== settings.partners) {
      of = settings.partners;
      const all = of.flatMap(({ origins }) => origins);
      exact = new Set(all);
      wildcards = all.filter((one) => one.includes('*'));
    }
    return exact.has(origin) || isListed(wildcards, origin);
  };
}

/** The source of our WebSockets in a policy: old engines do not count one of the same site as `'self'`. */
export const socketsOf = ({ publicUrl }: Pick<Settings, 'publicUrl'>): string =>
  new URL(publicUrl).origin.replace(/^http/, 'ws');

/** Security headers: all of them on documents, and on other responses those that have an effect there. */
export async function secure(app: FastifyInstance, root: string, settings: Settings): Promise<void> {
  const { cloudStoreUrl, objects, publicUrl, servicesUrl, webViewOrigins } = settings;
  const originsOf = (...urls: (string | undefined)[]) =>
    urls.flatMap((url) => (url ? [new URL(url).origin] : []));
  const isPartners = createOriginCheck(settings);
  const stores = originsOf(cloudStoreUrl, objects?.publicUrl, servicesUrl);
  const { scripts, styles } = readHashes(root);
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...quoted(scripts)],
        styleSrc: ["'self'", ...quoted(styles)],
        imgSrc: ["'self'", 'data:', 'blob:', ...stores],
        mediaSrc: ["'self'", 'blob:', ...stores],
        connectSrc: ["'self'", socketsOf(settings), ...originsOf(servicesUrl)],
        frameSrc: ["'self'", ...webViewOrigins],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        // `cloudphone` is the embed loader's (`embed/loader/chunks.ts`), which creates it for each of its instances
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['app', 'cloudphone', "'allow-duplicates'"],
        reportUri: [reportPath],
        reportTo: ['csp'],
      },
    },
    // Over plain http it would lock a member out of a development machine for a year.
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Partner pages load our scripts and pictures.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  const all = headersOf(protect);
  all.set('reporting-endpoints', `csp="${reportPath}"`);
  all.set('permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(self), usb=()');
  const few = new Map([...all].filter(([name]) => !ofDocuments.has(name)));
  // The policy is a kilobyte, so files of the app and API responses go without it. Responses with their own policy keep it, and so does a
  // service worker.
  app.addHook('onSend', (request, reply, _payload, next) => {
    const own = reply.getHeader('content-security-policy');
    const isInert = inert.test(String(reply.getHeader('content-type') ?? '')) && request.url !== '/sw.js';
    for (const [name, value] of isInert && own === undefined ? few : all) {
      // a policy that says who may frame a document replaces it
      const isReplaced = name === 'x-frame-options' && /frame-ancestors/.test(String(own));
      if (!isReplaced && !reply.hasHeader(name)) reply.header(name, value);
    }
    next();
  });
  // Only pages of partners, each by its origin; a request carries its own token and no cookie.
  await app.register(cors, {
    origin: (origin, allow) => allow(null, origin && isPartners(origin) ? [origin] : []),
    methods: ['POST'],
    allowedHeaders: [
      'content-type',
      'authorization',
      'token',
      'userid',
      'accept-language',
      'if-none-match',
      workHeader,
    ],
    exposedHeaders: ['x-request-id', 'etag'],
    maxAge: 7200,
  });
}
