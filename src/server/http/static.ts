import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { choose, type Variants, variants } from '../kernel/encodings';
import { byLocale, localeOf, translate } from '../kernel/messages';
import type { Settings } from '../settings/settings';
import { immutable, shortenImmutable } from './immutable';
import { configure, noted, type PageConfig } from './page';

/** For files without a hash in their name, such as the page: revalidated each time. */
const always = 'no-cache';

/** For icons, which a browser may request again whenever the address of the page changes. */
const forDay = 'public, max-age=86400';

/** Names under `/a/` contain a hash of the content. */
const cacheControlOf = (file: string): string =>
  file.startsWith(`a${path.sep}`) ? immutable : /^(apple-touch-)?icon\b/.test(file) ? forDay : always;

/** Source maps are not served; they stay on the machine for its logs. */
export const isPublic = (file: string): boolean => !/\.map(\.\w+)?$/.test(file);

/**
 * Serves the built app from `root`; without one, explains how to build it. A quiet copy says what it is, above every screen. `publicUrl`: our
 * address as members see it.
 */
export async function serveApp(
  app: FastifyInstance,
  root: string,
  config: PageConfig,
  { publicUrl, quiet }: Pick<Settings, 'publicUrl' | 'quiet'>,
): Promise<void> {
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('text/plain; charset=utf-8').send('There is no such page. The app is at /'),
  );
  const index = path.join(root, 'index.html');
  if (!existsSync(index)) {
    app.get('/', (_request, reply) =>
      reply.code(503).type('text/plain').send('The app is not built: npm run build'),
    );
    return;
  }
  const html = configure(await readFile(index, 'utf8'), config, publicUrl);
  const plain = variants(html);
  const pages = byLocale((locale) => (quiet ? variants(noted(html, translate(locale, 'quietCopy'))) : plain));
  const send = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(pages[localeOf(request.headers['accept-language'])], request, reply);
  app.get('/', send);
  app.get('/index.html', send);
  await app.register(async (files) => {
    shortenImmutable(files);
    // Files that cannot be read, such as a directory, are reported as missing.
    files.setErrorHandler((error: FastifyError, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      reply.callNotFound();
    });
    await files.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      dotfiles: 'deny',
      allowedPath: isPublic,
      cacheControl: false,
      setHeaders(reply, file) {
        reply.header('cache-control', cacheControlOf(path.relative(root, file)));
        reply.header('vary', 'accept-encoding');
        // an SVG can be opened as a document and needs a policy, but the page's is a kilobyte
        if (/\.svg(\.\w+)?$/.test(file)) reply.header('content-security-policy', "default-src 'none'");
      },
    });
  });
}

async function sendPage(page: Variants, request: FastifyRequest, reply: FastifyReply) {
  const { encoding, body, etag } = choose(page, request.headers['accept-encoding'] as string | undefined);
  reply.header('cache-control', always).header('vary', 'accept-encoding').header('etag', etag);
  const etags = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  if (etags.includes(etag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(await body);
}
