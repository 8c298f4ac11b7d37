import type { FastifyInstance } from 'fastify';
import { isOnline } from '../../contract/buying/payment-methods';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { Forged } from '../payments/provider';
import { providerOf } from '../payments/providers';
import { takeOutcome } from './attempts';
import { takeDispute } from './disputes/take-dispute';
import { takeReport } from './refunds/take-report';

/** Bytes. */
const largestNotice = 64 * 1024;

/**
 * `POST /pay/notice/<method>`: a provider's notification about an attempt, a refund or a dispute. The signature is verified over the raw bytes; only these
 * notifications, an operator and the chain make an order paid. The response is sent after the database has stored it, so that the
 * provider repeats a notification that we could not store.
 */
export async function serveNotices(app: FastifyInstance, gateway: Gateway): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestNotice }, (_request, raw, ready) =>
    ready(null, raw),
  );
  app.post<{ Params: { method: string } }>('/pay/notice/:method', async (request, reply) => {
    await gateway.requests.count(request.ip, 'member', gateway.now(), 'notice');
    const { method } = request.params;
    const { db, settings, fileSecret } = gateway;
    const provider = isOnline(method) ? providerOf(method, settings, fileSecret) : undefined;
    if (!provider || !Buffer.isBuffer(request.body)) throw new RequestRejected('unknown');
    const now = gateway.now();
    try {
      const notice = await provider.read(request.body, request.headers, now);
      // a refund that was made at the provider is unknown here, and is found when its report is imported
      if (notice && 'refund' in notice) await takeReport(db, notice, now);
      else if (notice) {
        const taken =
          'dispute' in notice
            ? await takeDispute(db, method, notice, now)
            : await takeOutcome(db, notice, now);
        if (taken === 'unknown') throw new RequestRejected('unknown');
      }
    } catch (error) {
      if (error instanceof Forged) throw new RequestRejected('signature');
      if (error instanceof SyntaxError) throw new RequestRejected('shape');
      throw error;
    }
    const type = provider.thanks.startsWith('{') ? 'application/json' : 'text/plain';
    return reply.type(type).send(provider.thanks);
  });
}
