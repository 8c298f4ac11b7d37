import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { partnerModes } from '../../contract/embed/partners';
import { signatureOf } from '../embed/signed-request';
import { assertNewNonce } from '../http/admission';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { modesOf } from '../partners/records';
import { type LogName, logCalls } from './logs';
import { testRecords } from './test-records';

/** Milliseconds by which the clocks of the two gateways may differ. */
const clockTolerance = 60_000;

const rules = v.variant('ask', [
  v.object({ ask: v.literal('records'), version: v.optional(v.number()) }),
  v.object({
    ask: v.literal('log'),
    name: v.picklist(Object.keys(logCalls) as LogName[]),
    partner: v.string(),
    mode: v.picklist(partnerModes),
    input: v.record(v.string(), v.unknown()),
  }),
]);

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * `POST /embed/v1/other`: calls between the live and the test gateway: the records of test mode, and the logs of a mode. Signed with the
 * secret that both share. Responds with `{data}`, or `{refused}` with a message key.
 */
export async function serveOther(app: FastifyInstance, gateway: Gateway): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, ready) =>
    ready(null, raw),
  );
  app.post('/other', async (request, reply) => {
    reply.header('cache-control', 'no-store').removeHeader('access-control-allow-origin');
    await assertOther(request, gateway);
    const { success, output } = v.safeParse(rules, JSON.parse(String(request.body)));
    if (!success) throw new RequestRejected('shape');
    try {
      return { data: await answer(output, gateway) };
    } catch (error) {
      if (error instanceof DomainError) return { refused: error.key };
      throw error;
    }
  });
}

async function assertOther({ headers, body, ip }: FastifyRequest, gateway: Gateway): Promise<void> {
  const { db, settings, requests } = gateway;
  const now = gateway.now();
  const header = (name: string) => String(headers[name] ?? '');
  const [timestamp, nonce] = [header('x-timestamp'), header('x-nonce')];
  const secret = settings.partnerConsole.other?.secret;
  const right = secret && signatureOf(secret, timestamp, nonce, body as Buffer);
  if (!right || !timingSafeEqual(digest(header('x-signature')), digest(right))) {
    await requests.count(ip, 'anyone', now);
    throw new RequestRejected('signature');
  }
  if (!(Math.abs(now - Number(timestamp)) <= clockTolerance)) throw new RequestRejected('clock');
  await assertNewNonce(db, `other:${nonce}`, now);
}

async function answer(input: v.InferOutput<typeof rules>, gateway: Gateway): Promise<object> {
  if (input.ask === 'records') {
    if (gateway.settings.testMode) throw new RequestRejected('shape');
    return testRecords(gateway, input.version);
  }
  const { name, partner, mode } = input;
  if (!modesOf(gateway.settings).includes(mode)) throw new RequestRejected('shape');
  return logCalls[name](partner, input.input, mode, gateway);
}
