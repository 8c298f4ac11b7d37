import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { immutable, shortenImmutable } from '../http/immutable';
import { isPublic } from '../http/static';

/**
 * Browsers soon revalidate a channel and an unreleased version. They never revalidate a release or a file whose name contains its hash.
 */
const soon = 'public, max-age=300, stale-while-revalidate=86400';

/** Any page may load them, even a page that requires this header (COEP). */
const forAnyPage = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'timing-allow-origin': '*',
};

const version = /^\d+\.\d+\.\d+$/;

const foldersOf = (root: string) =>
  existsSync(root)
    ? readdirSync(root, { withFileTypes: true })
        .filter((one) => one.isDirectory())
        .map(({ name }) => name)
    : [];

/** The content of `sri.json`: a version, and hashes by address. */
interface Hashes {
  version: string;
  files: Record<string, string>;
}

/**
 * Serves the files that partners' pages load from the build in `root`: `/v1/…`, `/<version>/…`, `/c/…` and `/sri.json`. Serves
 * nothing before the build. A version in `releases` (`npm run release`) and the files that it loads come from there, even after
 * a later build.
 */
export async function serveEmbedFiles(app: FastifyInstance, root: string, releases: string): Promise<void> {
  const sri = path.join(root, 'sri.json');
  if (!existsSync(sri)) return;
  const releasesRoot = path.resolve(releases);
  const released = foldersOf(releasesRoot).filter((name) => version.test(name));
  const serve = (folder: string, roots: string[], lasting: boolean) =>
    app.register(async (files) => {
      shortenImmutable(files);
      files.setErrorHandler((error: FastifyError, _request, reply) => {
        if ((error.statusCode ?? 500) >= 500) throw error;
        reply.callNotFound();
      });
      await files.register(fastifyStatic, {
        root: roots,
        prefix: `/${folder}/`,
        index: false,
        preCompressed: true,
        dotfiles: 'deny',
        allowedPath: isPublic,
        cacheControl: false,
        setHeaders(reply, file) {
          if (/\.js(\.\w+)?$/.test(file)) reply.header('content-type', 'text/javascript; charset=utf-8');
          for (const [name, value] of Object.entries(forAnyPage)) reply.header(name, value);
          reply.header('cache-control', lasting ? immutable : soon);
          reply.header('vary', 'accept-encoding');
        },
      });
    });
  for (const folder of foldersOf(root).filter((name) => /^v\d+$/.test(name) || version.test(name)))
    if (!released.includes(folder)) await serve(folder, [path.join(root, folder)], false);
  for (const folder of released) await serve(folder, [path.join(releasesRoot, folder)], true);
  await serve('c', [root, releasesRoot].map((one) => path.join(one, 'c')).filter(existsSync), true);

  const built: Hashes = JSON.parse(await readFile(sri, 'utf8'));
  const given = await Promise.all(
    released.map(
      async (name): Promise<Hashes> =>
        JSON.parse(await readFile(path.join(releasesRoot, name, 'sri.json'), 'utf8')),
    ),
  );
  const files = Object.assign({}, ...[built, ...given].map((one) => one.files));
  app.get('/sri.json', (_request, reply) =>
    reply
      .headers({ ...forAnyPage, 'cache-control': soon })
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify({ ...built, files }, null, 2)}\n`),
  );
}
