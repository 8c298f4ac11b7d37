import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendDocument } from '../embed/documents';
import { socketsOf } from '../http/security';
import type { Gateway } from '../kernel/gateway';

const page =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<title>Preview</title><link rel="stylesheet" href="/preview-look.css"><script src="/preview.js" defer></script><script type="module" src="/v1/embed.js"></script></head><body></body></html>';

/**
 * `GET /preview`, in test mode: a page of this gateway with one embed in it, which the console frames and tells what to show. It is on
 * the gateway whose members are test members, and not in the console's own page, where its scripts could act for who is signed in.
 */
export function servePreview(app: FastifyInstance, { settings }: Gateway, files: string): void {
  const file = (name: string) => path.join(files, name);
  if (!existsSync(file('preview.js'))) return;
  const { other } = settings.partnerConsole;
  const ancestors = ["'self'", ...(other ? [new URL(other.url).origin] : [])];
  const policy = {
    scripts: ["'self'"],
    styles: ["'self'"],
    ancestors,
    connects: [socketsOf(settings)],
    more: ["img-src 'self' data: blob:", "media-src 'self' blob:", "frame-src 'self'"],
  };
  app.get('/preview', (_request, reply) => sendDocument(reply, policy, page));
  for (const [name, type] of [
    ['preview.js', 'text/javascript'],
    ['preview-look.css', 'text/css'],
  ] as const) {
    const text = readFileSync(file(name), 'utf8');
    app.get(`/${name}`, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text),
    );
  }
}
