import type { FastifyInstance } from 'fastify';
import { largestBody } from '../../contract/wire/limits';
import type { Gateway } from '../kernel/gateway';
import { isListed } from '../settings/partner-origins';
import { describePartnerApi, partnerEndpoints } from './describe-api';
import { answerPartner } from './signed-request';
import { partnerOf } from './state';
import { revokeToken } from './tokens';

/**
 * `/embed/v1/…`, for partners' servers and pages. Signed requests get `{code: 0, data: {…, requestId}}`, or `{code: <status>,
 * error, message, requestId}` with a message for developers.
 */
export async function serveTokens(app: FastifyInstance, gateway: Gateway): Promise<void> {
  app.decorateRequest('signer', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'buffer', bodyLimit: largestBody },
    (_request, raw, ready) => ready(null, raw),
  );

  for (const one of partnerEndpoints)
    app.post(`/${one.path}`, (request, reply) => answerPartner(request, reply, one, gateway));

  let description: ReturnType<typeof describePartnerApi> | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300');
    return (description ??= describePartnerApi());
  });

  // For developers whose frame does not load: an id and the origins that may frame it are public in the document's policy.
  app.get<{ Params: { id: string }; Querystring: { origin?: string } }>(
    '/partners/:id',
    async ({ params, query, ip }, reply) => {
      await gateway.requests.count(ip, 'anyone', gateway.now());
      const partner = partnerOf(gateway.settings, params.id);
      reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
      return { known: !!partner, listed: !!partner && isListed(partner.origins, String(query.origin)) };
    },
  );

  // Anyone who has a token may end it; the answer does not reveal whether it was valid.
  app.post('/revoke', async (request, reply) => {
    await gateway.requests.count(request.ip, 'anyone', gateway.now());
    const token = Buffer.isBuffer(request.body) ? request.body.toString().trim() : '';
    if (token.length <= 200) await revokeToken(gateway.db.run, token);
    return reply.code(204).send();
  });
}
