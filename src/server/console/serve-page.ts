import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Gateway } from '../kernel/gateway';

const page = (tag: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Cloudphone partner console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/partners/console.css?${tag}">
<div id="console"></div>
<script src="/partners/console.js?${tag}"></script>
</html>
`;

/** `GET /partners/`: the console in the browser. It runs its own script and nothing else, and stands in nobody's frame. */
export function serveConsolePage(app: FastifyInstance, { settings }: Gateway, files: string): void {
  const read = (name: string) => {
    const at = path.join(files, name);
    return existsSync(at) ? readFileSync(at, 'utf8') : '';
  };
  const [script, sheet] = [read('console.js'), read('console.css')];
  const tag = createHash('sha256').update(script).update(sheet).digest('base64url').slice(0, 12);
  const preview = settings.partnerConsole.other
    ? ` ${new URL(settings.partnerConsole.other.url).origin}`
    : '';
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    `frame-src 'self'${preview}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('x-frame-options', 'DENY')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cross-origin-resource-policy', 'same-origin')
      .type(`${type}; charset=utf-8`)
      .send(text);
  app.get('/', (_request, reply) =>
    script
      ? send(reply, 'text/html', page(tag))
      : reply.code(503).type('text/plain').send('The console is not built: npm run build'),
  );
  app.get('/console.js', (_request, reply) => send(reply, 'text/javascript', script));
  app.get('/console.css', (_request, reply) => send(reply, 'text/css', sheet));
}
