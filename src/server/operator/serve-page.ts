import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Gateway } from '../kernel/gateway';

const page = (tag: string, nonce: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Cloudphone desk</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/operator/look.css?${tag}">
<div id="desk" data-nonce="${nonce}"></div>
<script src="/operator/desk.js?${tag}"></script>
</html>
`;

const newNonce = () => randomBytes(16).toString('base64');

/** `GET /operator/`: the desk in the browser. It runs its own script and nothing else, and stands in nobody's frame. */
export function serveDeskPage(door: FastifyInstance, { settings }: Gateway, files: string): void {
  const read = (name: string) => {
    const at = path.join(files, name);
    return existsSync(at) ? readFileSync(at, 'utf8') : '';
  };
  const [script, sheet] = [read('desk.js'), read('look.css')];
  const tag = createHash('sha256').update(script).update(sheet).digest('base64url').slice(0, 12);
  const pictures = [settings.publicUrl, settings.cloudStoreUrl, settings.objects?.publicUrl]
    .flatMap((url) => (url ? [new URL(url).origin] : []))
    .join(' ');
  const policy = (nonce: string) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      // the sheets that react-admin writes as it draws carry this page's nonce, and nothing else has it
      `style-src 'self' 'nonce-${nonce}'`,
      "connect-src 'self'",
      `img-src 'self' data: ${pictures}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ].join('; ');
  const send = (reply: FastifyReply, type: string, text: string, nonce = newNonce()) =>
    reply
      .header('content-security-policy', policy(nonce))
      .header('x-content-type-options', 'nosniff')
      .header('x-frame-options', 'DENY')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cross-origin-resource-policy', 'same-origin')
      .type(`${type}; charset=utf-8`)
      .send(text);
  door.get('/', (_request, reply) => {
    const nonce = newNonce();
    return script
      ? send(reply, 'text/html', page(tag, nonce), nonce)
      : reply.code(503).type('text/plain').send('The desk is not built: npm run build');
  });
  door.get('/desk.js', (_request, reply) => send(reply, 'text/javascript', script));
  door.get('/look.css', (_request, reply) => send(reply, 'text/css', sheet));
}
