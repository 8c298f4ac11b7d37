import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { immutable, shortenImmutable } from '../http/immutable';
import { isPublic } from '../http/static';

/** A channel is asked for again soon; a version, and what is called by its hash, never. */
const soon = 'public, max-age=300, stale-while-revalidate=86400';

/** Any page may load them, also one that demands to be told so. */
const forAnyPage = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'timing-allow-origin': '*',
};

/** Serves what partners' pages load, from `root`: `/v1/…`, `/<version>/…`, `/c/…` and `/sri.json`. Nothing before it is built. */
export async function serveEmbedFiles(app: FastifyInstance, root: string): Promise<void> {
  if (!existsSync(root)) return;
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((one) => one.isDirectory() && /^(c|v\d+|\d+\.\d+\.\d+)$/.test(one.name))
    .map(({ name }) => name);
  for (const folder of folders)
    await app.register(async (files) => {
      shortenImmutable(files);
      files.setErrorHandler((error: FastifyError, _request, reply) => {
        if ((error.statusCode ?? 500) >= 500) throw error;
        reply.callNotFound();
      });
      await files.register(fastifyStatic, {
        root: path.join(root, folder),
        prefix: `/${folder}/`,
        index: false,
        preCompressed: true,
        dotfiles: 'deny',
        allowedPath: isPublic,
        cacheControl: false,
        setHeaders(reply, file) {
          if (/\.js(\.\w+)?$/.test(file)) reply.header('content-type', 'text/javascript; charset=utf-8');
          for (const [name, value] of Object.entries(forAnyPage)) reply.header(name, value);
          reply.header('cache-control', folder.startsWith('v') ? soon : immutable);
          reply.header('vary', 'accept-encoding');
        },
      });
    });

  const sri = path.join(root, 'sri.json');
  if (!existsSync(sri)) return;
  const hashes = await readFile(sri, 'utf8');
  app.get('/sri.json', (_request, reply) =>
    reply
      .headers({ ...forAnyPage, 'cache-control': soon })
      .type('application/json; charset=utf-8')
      .send(hashes),
  );
}
