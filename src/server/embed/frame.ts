import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { socketsOf } from '../http/security';
import type { Gateway } from '../kernel/gateway';
import { escapeHtml } from '../kernel/html';
import { ancestorsOf, sendDocument } from './documents';
import { isDisabled, partnerOf } from './state';

/** The script of the frame document and its hash, as the build recorded them. */
interface Frame {
  script: string;
  integrity: string;
  /** The files that every frame loads. The document preloads them together instead of one after the other. */
  preloads: string[];
  /** The additional files of each feature, and the messages of its first screen by language. */
  features: Record<string, { files: string[]; words: Record<string, string> }>;
}

function readFrame(root: string): Frame | undefined {
  const file = path.join(root, 'frame.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * `GET /frame/<partner>`: our document in a partner's page, for `mode="iframe"`. The partner's record decides who may frame it,
 * never the address; nobody may frame the document of an unknown partner.
 */
export function serveFrames(app: FastifyInstance, root: string, { db, settings }: Gateway): void {
  const frame = readFrame(root);
  if (!frame) return;
  const scripts = `<script type="module" src="${escapeHtml(frame.script)}" integrity="${escapeHtml(frame.integrity)}" crossorigin></script>`;
  const link = (how: string, file: string) => `<link ${how} href="${escapeHtml(file)}" crossorigin>`;
  const preloads = frame.preloads.map((file) => link('rel="modulepreload"', file)).join('');
  const ofFeatures = new Map(
    Object.entries(frame.features).map(([name, { files, words }]) => [
      name,
      {
        files: files.map((file) => link('rel="modulepreload"', file)).join(''),
        words: new Map(
          Object.entries(words).map(([locale, file]) => [locale, link('rel="preload" as="fetch"', file)]),
        ),
      },
    ]),
  );
  const head =
    '<!doctype html><html><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>Cloudphone</title>';

  /** The feature and the language of the surrounding page. Pages that pin an older release do not send them. */
  type Query = { feature?: unknown; locale?: unknown };
  app.get<{ Params: { partner: string }; Querystring: Query }>('/frame/:partner', async (request, reply) => {
    const { params, query } = request;
    const feature = ofFeatures.get(String(query.feature));
    const more = feature ? feature.files + (feature.words.get(String(query.locale)) ?? '') : '';
    const partner = partnerOf(settings, params.partner);
    const isActive = partner && !(await isDisabled(db.run, partner.id));
    const origins = isActive ? ancestorsOf(partner.origins) : [];
    const meta = `<meta name="cloudphone" content="${escapeHtml(JSON.stringify({ origins }))}">`;
    return sendDocument(
      reply.code(isActive ? 200 : 404),
      {
        scripts: ["'self'"],
        styles: ["'self'"],
        ancestors: origins,
        connects: [socketsOf(settings)],
        more: ["img-src 'self' data: blob:", "media-src 'self' blob:", "frame-src 'self'"],
      },
      `${head}${meta}${isActive ? preloads + more : ''}</head><body>${isActive ? scripts : ''}</body></html>`,
    );
  });
}
