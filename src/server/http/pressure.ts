import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { RequestRejected } from '../kernel/request-rejected';

/** Rejects requests as busy while the event loop is delayed by more than `longest` milliseconds on average over a second; 0: never. */
export async function rejectUnderPressure(app: FastifyInstance, longest: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: longest,
    pressureHandler: async (_request, _reply, _kind, delay) => {
      // nothing was measured, because a gateway that starts has not let its event loop run
      if (delay === Number.POSITIVE_INFINITY) return;
      // Thrown: a request that is answered here still reaches its handler, which works for nobody and answers again.
      throw new RequestRejected('busy');
    },
  });
}
