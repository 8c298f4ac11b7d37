import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { openScreenTicket } from './ticket';
import { watchedBy } from './watched-by';
import { lackOf, shown } from './watched-machines';

/**
 * `GET /screens?ticket=…`: the current picture of a machine's screen (`OpenedScreen.url`), which a phone requests once a second. It is not a
 * call, because each call writes a row and counts against its address, behind which a whole town may be. No cache keeps the picture: the phone sends its tag.
 */
export function serveScreens(app: FastifyInstance, gateway: Gateway): void {
  const { fileSecret, now, screens } = gateway;
  app.get<{ Querystring: { ticket?: string } }>('/screens', async (request, reply) => {
    const ticket = openScreenTicket(fileSecret, `${request.query.ticket}`, now());
    const machine = ticket && (await watchedBy(gateway, ticket));
    if (!machine || lackOf(machine)) throw new RequestRejected('unknown');
    reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
    const stills = await screens.look([shown(machine)], 'full', ticket.member);
    const still = stills.get(machine.id);
    const tag = `"${still?.tag}"`;
    if (still && request.headers['if-none-match'] === tag) return reply.code(304).header('etag', tag).send();
    const picture = await still?.jpeg();
    if (!picture) return reply.code(204).send();
    return reply.header('etag', tag).type('image/jpeg').send(picture);
  });
}
