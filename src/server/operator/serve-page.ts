import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readBuilt, sendOfficePage } from '../http/office-page';
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

/** `GET /operator/`: the back office in the browser. */
export function serveDeskPage(scope: FastifyInstance, { settings }: Gateway, files: string): void {
  const { script, sheet, tag } = readBuilt(files, { script: 'desk.js', sheet: 'look.css' });
  const pictures = [settings.publicUrl, settings.cloudStoreUrl, settings.objects?.publicUrl]
    .flatMap((url) => (url ? [new URL(url).origin] : []))
    .join(' ');
  const send = (
    reply: FastifyReply,
    type: 'text/html' | 'text/javascript' | 'text/css',
    text: string,
    nonce = newNonce(),
  ) =>
    sendOfficePage(reply, {
      type,
      text,
      // only the style sheets that react-admin inserts have this page's nonce
      also: [`style-src 'self' 'nonce-${nonce}'`, `img-src 'self' data: ${pictures}`],
    });
  scope.get('/', (_request, reply) => {
    const nonce = newNonce();
    return script
      ? send(reply, 'text/html', page(tag, nonce), nonce)
      : reply.code(503).type('text/plain').send('The desk is not built: npm run build');
  });
  scope.get('/desk.js', (_request, reply) => send(reply, 'text/javascript', script));
  scope.get('/look.css', (_request, reply) => send(reply, 'text/css', sheet));
}
