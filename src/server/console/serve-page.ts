import type { FastifyInstance, FastifyReply } from 'fastify';
import { readBuilt, sendOfficePage } from '../http/office-page';
import type { Gateway } from '../kernel/gateway';

const page = (tag: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Cloudphone partner console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/partners/look.css?${tag}">
<div id="console"></div>
<script src="/partners/console.js?${tag}"></script>
</html>
`;

/** `GET /partners/`: the console in the browser. */
export function serveConsolePage(app: FastifyInstance, { settings }: Gateway, files: string): void {
  const { script, sheet, tag } = readBuilt(files, { script: 'console.js', sheet: 'look.css' });
  const preview = settings.partnerConsole.other
    ? ` ${new URL(settings.partnerConsole.other.url).origin}`
    : '';
  const also = ["style-src 'self'", "img-src 'self' data:", `frame-src 'self'${preview}`];
  const send = (reply: FastifyReply, type: 'text/html' | 'text/javascript' | 'text/css', text: string) =>
    sendOfficePage(reply, { type, text, also });
  // the status page needs no account
  for (const path of ['/', '/status'])
    app.get(path, (_request, reply) =>
      script
        ? send(reply, 'text/html', page(tag))
        : reply.code(503).type('text/plain').send('The console is not built: npm run build'),
    );
  app.get('/console.js', (_request, reply) => send(reply, 'text/javascript', script));
  app.get('/look.css', (_request, reply) => send(reply, 'text/css', sheet));
}
