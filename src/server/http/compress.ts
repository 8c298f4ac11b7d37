import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { accepts } from '../kernel/encodings';

/** Bytes from which compression is worthwhile. */
const worthwhile = 1024;
/** A compromise between speed and size: a list of 8 KB in less than a millisecond. */
const quality = 4;

/**
 * Compresses responses, except those that identify a person (`txUser/…`, tokens). The BREACH attack does not apply to the rest: it needs
 * a page that makes the member's browser repeat a request with chosen words, and no call is authenticated by a cookie; each contains the
 * session in its signed text.
 */
export function compressAnswers(api: FastifyInstance): void {
  api.addHook('onSend', (request, reply, payload, next) => {
    if (typeof payload !== 'string' || payload.length < worthwhile || /\/txUser\//.test(request.url))
      return next();
    const takes = accepts(request.headers['accept-encoding'] as string | undefined);
    const encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
    if (!encoding) return next();
    reply.header('content-encoding', encoding);
    if (encoding === 'br')
      brotliCompress(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }, next);
    else gzip(payload, next);
  });
}
