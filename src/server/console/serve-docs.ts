import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { localeOf } from '../kernel/messages';

const types: Record<string, string> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  webp: 'image/webp',
};

/** The policy of a page of the documents: it shows itself, and searches. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** `GET /partners/docs/…`: the documents for partners, as `npm run docs` has built them. */
export function serveDocs(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const name = request.params['*'];
    if (!name) {
      const language = localeOf(request.headers['accept-language']).startsWith('zh') ? 'zh' : 'en';
      return reply.redirect(`/partners/docs/${language}/index.html`);
    }
    const [, type = ''] = /^(?:(?:en|zh)\/)?[\w-]+\.(\w+)$/.exec(name) ?? [];
    const body = types[type] && (await readFile(path.join(folder, name)).catch(() => undefined));
    if (!body) return reply.callNotFound();
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type(type.match(/png|webp/) ? `${types[type]}` : `${types[type]}; charset=utf-8`)
      .send(body);
  });
  // what the pages of the documents lead to beside themselves
  app.get('/theme-editor', (_request, reply) => reply.redirect('/partners/#/theme'));
  app.get('/playground', (_request, reply) => reply.redirect('/partners/#/theme'));
}
