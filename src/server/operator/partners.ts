import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import {
  disablePartner,
  enablePartner,
  linkMember,
  listPartners,
  unlinkMember,
} from '../embed/manage-partners';
import { setWebhook } from '../embed/webhooks';
import type { Gateway } from '../kernel/gateway';
import { body, words } from './body';

const link = v.object({ account: words(100), reference: v.optional(words(100)) });
const unlink = v.object({ reference: words(100) });
const webhook = v.object({ url: v.optional(words(500)) });

type Params = { Params: { id: string } };

/** `/operator/partners`: who may show our features, and of which members. */
export function servePartners(desk: FastifyInstance, gateway: Gateway): void {
  desk.get('/partners', async () => ({ items: await listPartners(gateway) }));
  desk.post<Params>('/partners/:id/disable', ({ params }) => disablePartner(gateway, params.id));
  desk.post<Params>('/partners/:id/enable', ({ params }) => enablePartner(gateway, params.id));
  desk.post<Params>('/partners/:id/link', (request) =>
    linkMember(gateway, request.params.id, body(link, request)),
  );
  desk.post<Params>('/partners/:id/webhook', (request) =>
    setWebhook(gateway, request.params.id, body(webhook, request).url),
  );
  desk.post<Params>('/partners/:id/unlink', (request) =>
    unlinkMember(gateway, request.params.id, body(unlink, request).reference),
  );
}
