import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/database';
import { escapeHtml } from '../kernel/html';
import { localeOf, sandboxWords } from '../kernel/messages';

const style =
  'body{font:16px/1.5 system-ui;max-width:42em;margin:2em auto;padding:0 1em}pre{white-space:pre-wrap}';
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Messages sent by the sandbox, newest first: `/dev/outbox` for people, `/dev/outbox.json` for tests. Never in production. */
export function serveOutbox(app: FastifyInstance, { run }: Db): void {
  const newest = () =>
    run
      .selectFrom('message')
      .select(['id', 'channel', 'address', 'subject', 'text', 'at'])
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(100)
      .execute();

  app.get('/dev/outbox.json', async () => ({ sandbox: true, messages: await newest() }));

  app.get('/dev/outbox', async (request, reply) => {
    const lang = localeOf(request.headers['accept-language']);
    const { title, about, none, to } = sandboxWords[lang].outbox;
    const messages = (await newest()).map(
      ({ channel, address, subject, text, at }) =>
        `<article><h2>${to[channel]} ${escapeHtml(address)}</h2>` +
        `<p><time>${at.toISOString()}</time> ${escapeHtml(subject)}</p><pre>${escapeHtml(text)}</pre></article>`,
    );
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .send(
        `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<meta http-equiv="refresh" content="5"><title>${title}</title><style>${style}</style>` +
          `<h1>${title}</h1><p>${about}</p>${messages.join('') || `<p>${none}</p>`}</html>`,
      );
  });
}
