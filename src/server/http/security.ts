import { existsSync, readFileSync } from 'node:fs';
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
const ofDocuments = [
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
];

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
  // Once for all requests: its plugin for fastify writes the policy anew for each, a twentieth of the work of a read.
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
  app.addHook('onRequest', (request, reply, next) =>
    protect(request.raw, reply.raw, (error) => next(error as Error | undefined)),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('reporting-endpoints', `csp="${reportPath}"`);
    reply.header(
      'permissions-policy',
      'camera=(self), geolocation=(self), microphone=(), payment=(self), usb=()',
    );
  });
  // The policy is a kilobyte, so files of the app and API responses go without it. Responses with their own policy keep it, and so does a
  // service worker.
  let policy: unknown;
  app.addHook('onRequest', async (_request, reply) => {
    policy ??= reply.getHeader('content-security-policy');
  });
  app.addHook('onSend', async (request, reply) => {
    if (!inert.test(String(reply.getHeader('content-type') ?? '')) || request.url === '/sw.js') return;
    if (reply.getHeader('content-security-policy') !== policy) return;
    for (const name of ofDocuments) reply.removeHeader(name);
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
