import type { FastifyInstance } from 'fastify';
import { localeOf, translate } from '../kernel/messages';
import { paidPage } from '../payments/providers';
import { sendPage } from './page';

/**
 * Where a provider's page leads in the window that an embed has opened for it. It closes that window: the embed, which has kept
 * hold of it, sees that and asks how the payment stands. Where a window may not close itself, the page says what to do.
 */
export function servePaidPage(app: FastifyInstance): void {
  app.get(paidPage, async (request, reply) => {
    const locale = localeOf(request.headers['accept-language']);
    const title = translate(locale, 'paidTitle');
    const content = `<h1>${title}</h1><p>${translate(locale, 'paidText')}</p>`;
    // the embed keeps hold of its window: it is not cut off
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    return sendPage(reply, title, content, { lang: locale, script: 'close()' });
  });
}
