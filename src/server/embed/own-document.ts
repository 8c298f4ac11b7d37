import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { isOurs } from './admit';

/** The built script and style sheet that are inlined into one of our documents, from the folder `root`. */
export function readFiles(root: string, name: 'secure' | 'watch'): { script: string; sheet: string } {
  const read = (file: string) => {
    const at = path.join(root, file);
    return existsSync(at) ? readFileSync(at, 'utf8').trim() : '';
  };
  return { script: read(`${name}.js`), sheet: read(`${name}.css`) };
}

/** Only the document itself may post here. */
export function assertOwnDocument(request: FastifyRequest, { settings }: Pick<Gateway, 'settings'>): void {
  const { origin, 'sec-fetch-site': from } = request.headers;
  if (!isOurs(String(origin ?? ''), request, settings)) throw new RequestRejected('origin');
  if (from !== undefined && from !== 'same-origin') throw new RequestRejected('origin');
}

/** JSON reaches the handlers as text, and nothing else is accepted. */
export function takeText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 4096 }, (_r, text, ready) =>
    ready(null, text),
  );
}

/** Reads the input that the document has posted; anything else is rejected. */
export function posted<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  try {
    return v.parse(schema, JSON.parse(String(body)));
  } catch {
    throw new RequestRejected('shape');
  }
}
