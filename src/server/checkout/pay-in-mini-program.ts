import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { openMiniProgram } from '../auth/wechat/mini-program';
import { refusalOf } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { localeOf, translate } from '../kernel/messages';
import { RequestRejected } from '../kernel/request-rejected';
import { providerOf } from '../payments/providers';
import { attemptBehind, spendPayTicket } from './pay-ticket';

const rules = v.object({
  ticket: v.pipe(v.string(), v.regex(/^[\w-]{32}$/)),
  code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
});

/**
 * `POST /mini/pay {ticket, code}`: pays an attempt from the mini-program's native page. The ticket came through the web view and
 * identifies the attempt; the code is from `wx.login` and identifies the payer, so the member need not be linked to WeChat. Responds with
 * `{pay}`, or `{message}` with a 4xx status.
 */
export async function serveMiniPayments(app: FastifyInstance, gateway: Gateway): Promise<void> {
  const { db, settings, fileSecret, requests, now } = gateway;
  app.addHook('onRequest', async ({ ip }) => {
    await requests.count(ip, 'anyone', now(), 'outside');
  });

  app.post('/mini/pay', { bodyLimit: 4096 }, async (request, reply) => {
    const locale = localeOf(request.headers['accept-language']);
    const given = v.safeParse(rules, request.body);
    if (!given.success) throw new RequestRejected('shape');
    const { ticket, code } = given.output;
    const id = await attemptBehind(db.run, ticket, now());
    const attempt =
      id &&
      (await db.run
        .selectFrom('payment_attempt')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'open')
        .where('way', '=', 'wechat')
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst());
    const provider = providerOf('wechat', settings, fileSecret);
    if (!attempt || !provider) return reply.code(410).send({ message: translate(locale, 'outsideOver') });
    try {
      const openId = await openMiniProgram(settings).openIdOf(code);
      const { order_no: orderNo, amount, expires_at } = attempt;
      const { pay } = await provider.start(
        { id: attempt.id, orderNo, amount, expiresAt: expires_at.getTime() },
        { ip: request.ip, openId, place: 'mini' },
      );
      // not earlier: if WeChat's response gets lost, the ticket can be used again
      await spendPayTicket(db.run, ticket, now());
      return reply.header('cache-control', 'no-store').send({ pay });
    } catch (error) {
      return reply.code(409).send({ message: translate(locale, refusalOf(error).key) });
    }
  });
}
