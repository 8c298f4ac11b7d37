import type { FastifyInstance } from 'fastify';
import { localeOf, translate } from '../kernel/messages';
import { paidPage } from '../payments/providers';
import { sendPage } from './page';

/**
 * The return page of a provider in the window that an embed has opened. It closes the window; the embed notices that and queries the
 * payment. If the browser does not allow a window to close itself, the page says what to do.
 */
export function servePaidPage(app: FastifyInstance): void {
  app.get(paidPage, async (request, reply) => {
    const locale = localeOf(request.headers['accept-language']);
    const title = translate(locale, 'paidTitle');
    const content = `<h1>${title}</h1><p>${translate(locale, 'paidText')}</p>`;
    // the embed keeps a reference to its window, so it must not be isolated
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    return sendPage(reply, title, content, { lang: locale, script: 'close()' });
  });
}
