import type { FastifyInstance } from 'fastify';
import { isOnline } from '../../contract/buying/payment-methods';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { Forged } from '../payments/provider';
import { providerOf } from '../payments/providers';
import { takeOutcome } from './attempts';

/** Bytes. */
const largestNotice = 64 * 1024;

/**
 * `POST /pay/notice/<method>`: what a provider tells about an attempt. Verified over the bytes as they came; only this, an
 * operator and the chain make an order paid. Answered with thanks once it is in the database, so that the provider tells
 * again when we could not take it in.
 */
export async function serveNotices(app: FastifyInstance, gateway: Gateway): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestNotice }, (_request, raw, ready) =>
    ready(null, raw),
  );
  app.post<{ Params: { method: string } }>('/pay/notice/:method', async (request, reply) => {
    const { method } = request.params;
    const { db, settings, fileSecret } = gateway;
    const provider = isOnline(method) ? providerOf(method, settings, fileSecret) : undefined;
    if (!provider || !Buffer.isBuffer(request.body)) throw new RequestRejected('unknown');
    const now = gateway.now();
    try {
      const outcome = await provider.read(request.body, request.headers, now);
      if (outcome && (await takeOutcome(db, outcome, now)) === 'unknown')
        throw new RequestRejected('unknown');
    } catch (error) {
      if (error instanceof Forged) throw new RequestRejected('signature');
      if (error instanceof SyntaxError) throw new RequestRejected('shape');
      throw error;
    }
    const type = provider.thanks.startsWith('{') ? 'application/json' : 'text/plain';
    return reply.type(type).send(provider.thanks);
  });
}
