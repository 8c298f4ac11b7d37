import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { accepts } from './page';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Bytes from which an answer is worth it. */
const worthwhile = 1024;
/** Between speed and size: a list of 8 KB in less than a millisecond. */
const quality = 4;

/**
 * Compresses answers, but for what says who somebody is (`txUser/…`, tokens). How long an answer is tells nothing of what is in it to
 * whoever can only watch (BREACH): that takes a page of theirs that makes a member's browser ask for it over and over, with words
 * of their choice in it, and no call is answered for a cookie: each carries the session in its signed text.
 */
export function compressAnswers(api: FastifyInstance): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthwhile || /\/txUser\//.test(request.url))
      return payload;
    const takes = accepts(request.headers['accept-encoding'] as string | undefined);
    const encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
    if (!encoding) return payload;
    reply.header('content-encoding', encoding);
    return encoding === 'br'
      ? brotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : gzipped(payload);
  });
}
