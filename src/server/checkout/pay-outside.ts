import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../kernel/gateway';
import { escapeHtml } from '../kernel/html';
import { localeOf, translate } from '../kernel/messages';
import { sendPage } from './page';
import { attemptBehind, spendPayTicket } from './pay-ticket';

/**
 * A separate page, because WeChat's "open in browser" opens the address that was loaded, not the app's route. Viewing it does not consume
 * the ticket (WeChat itself views it); continuing does.
 */
export async function serveOutside(app: FastifyInstance, { db, requests, now }: Gateway): Promise<void> {
  app.addHook('onRequest', async ({ ip }) => {
    await requests.count(ip, 'anyone', now(), 'outside');
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_r, text, ready) =>
    ready(null, text),
  );
  const inWechat = (request: FastifyRequest) => /MicroMessenger/i.test(request.headers['user-agent'] ?? '');

  const over = (request: FastifyRequest, reply: FastifyReply) => {
    const locale = localeOf(request.headers['accept-language']);
    const title = translate(locale, 'outsideTitle');
    const text = `<h1>${title}</h1><p>${translate(locale, 'outsideOver')}</p>`;
    return sendPage(reply, title, text, { status: 410, lang: locale });
  };

  /** The provider's page of an attempt, while it can be paid. */
  const pageOf = async (id: string): Promise<string | undefined> => {
    const attempt = await db.run
      .selectFrom('payment_attempt')
      .select('ticket')
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('expires_at', '>', new Date(now()))
      .executeTakeFirst();
    return attempt?.ticket && JSON.parse(attempt.ticket).onward.url;
  };

  app.get<{ Querystring: { t?: string } }>('/pay/outside', async (request, reply) => {
    const locale = localeOf(request.headers['accept-language']);
    const ticket = String(request.query.t ?? '');
    const attempt = await attemptBehind(db.run, ticket, now());
    if (!attempt) return over(request, reply);
    const title = translate(locale, 'outsideTitle');
    const go = `<form method="post" action="/pay/outside?t=${escapeHtml(ticket)}"><button class="main">${translate(locale, 'outsideGo')}</button></form>`;
    const hint = `<p>${translate(locale, 'outsideHint')}</p>`;
    // the response to the form redirects to the provider's page, which browsers follow only if the policy allows it
    const page = await pageOf(attempt);
    const actions = page?.startsWith('http') ? `'self' ${new URL(page).origin}` : "'self'";
    return sendPage(reply, title, `<h1>${title}</h1>${inWechat(request) ? hint : go}`, {
      lang: locale,
      actions,
    });
  });

  app.post<{ Querystring: { t?: string } }>('/pay/outside', async (request, reply) => {
    const used = await spendPayTicket(db.run, String(request.query.t ?? ''), now());
    if (!used) return over(request, reply);
    const url = await pageOf(used);
    return url ? reply.redirect(url, 303) : over(request, reply);
  });
}
