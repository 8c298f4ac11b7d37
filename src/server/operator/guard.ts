import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Gateway } from '../kernel/gateway';
import { attempt } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';

/** Wrong tokens from one address. */
const guesses = { max: 20, window: 60_000 };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Turns away whoever does not hold OPERATOR_TOKEN. Takes as long for a near miss as for a far one. */
export async function assertOperator(request: FastifyRequest, { db, settings, now }: Gateway): Promise<void> {
  const right = digest(`Bearer ${settings.operatorToken}`);
  if (timingSafeEqual(digest(String(request.headers.authorization)), right)) return;
  const { allowed } = await attempt(db.run, `operator:${request.ip}`, guesses, now());
  throw new RequestRejected(allowed ? 'signature' : 'rate');
}
