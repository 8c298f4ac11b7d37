import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isOnline } from '../../contract/buying/payment-methods';
import { yuan } from '../../contract/wire/yuan';
import type { Gateway } from '../kernel/gateway';
import { escapeHtml } from '../kernel/html';
import { RequestRejected } from '../kernel/request-rejected';
import { methodName } from '../orders/method-names';
import { noticeSignature } from '../payments/hosted';
import { isSandbox } from '../payments/methods';
import { returnUrls, sandboxPage, sandboxSecret } from '../payments/providers';
import { chainOf } from '../payments/usdt/chain';
import { type AttemptRow, ticketOf } from './attempts';
import { sendPage } from './page';
import { watchUsdt } from './watch-usdt';

const banner = '<strong>SANDBOX · 沙箱</strong>';
const button = (value: string, text: string, main = false) =>
  `<button name="do" value="${value}"${main ? ' class="main"' : ''}>${text}</button>`;
const backOf = (attempt: Pick<AttemptRow, 'ticket'>) => returnUrls(!!ticketOf(attempt)?.embedded);
const choice = (request: FastifyRequest) => new URLSearchParams(String(request.body)).get('do');

/**
 * `/dev/pay/<attempt>` simulates a provider's page, `/dev/pay/usdt/<orderNo>` a wallet. Both contact the gateway only as the real ones
 * would: with a signed notification over HTTP, or a transfer on a chain. Served only if sandboxes are enabled.
 */
export async function serveSandboxPayments(app: FastifyInstance, gateway: Gateway): Promise<void> {
  const { db, settings, fileSecret, now } = gateway;
  if (!settings.sandboxes) return;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_r, text, ready) =>
    ready(null, text),
  );

  async function attemptOf(id: string) {
    const found = await db.run
      .selectFrom('payment_attempt')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found || !isOnline(found.way) || !isSandbox(found.way, settings))
      throw new RequestRejected('unknown');
    return { ...found, way: found.way };
  }

  app.get<{ Params: { id: string } }>('/dev/pay/:id', async (request, reply) => {
    const attempt = await attemptOf(request.params.id);
    const { way: method, amount, order_no, state } = attempt;
    // the browser's back button leads here after the payment: there is nothing left to pay
    if (state !== 'open') return reply.redirect(backOf(attempt).returnUrl(order_no), 303);
    // in both languages, because a provider's page does not know the language of the app
    const [name, chinese] = sandboxPage(method) ?? [methodName('en', method), methodName('zh', method)];
    const text =
      `${banner}<h1>This is not ${name}<br>这不是${chinese}</h1>` +
      `<p>Order · 订单 ${escapeHtml(order_no)}</p><p>No money moves. 不会产生实际扣款。</p>` +
      `<p><b>${yuan(amount)}</b></p><form method="post">${button('pay', 'Pay · 支付', true)}` +
      `${button('decline', 'Decline · 支付失败')}${button('leave', 'Cancel · 取消')}</form>`;
    return sendPage(reply, `SANDBOX: not ${name}`, text);
  });

  app.post<{ Params: { id: string } }>('/dev/pay/:id', async (request, reply) => {
    const attempt = await attemptOf(request.params.id);
    const { id, way, amount, order_no } = attempt;
    const { returnUrl, cancelUrl } = backOf(attempt);
    const chosen = choice(request);
    if (chosen === 'pay' || chosen === 'decline') {
      const status = chosen === 'pay' ? 'paid' : 'failed';
      const notice = { payment: id, status, amount, currency: 'CNY', reference: `sandbox-${id}` };
      const payload = JSON.stringify(notice);
      const seconds = Math.floor(now() / 1000);
      await app.inject({
        method: 'POST',
        url: `/pay/notice/${way}`,
        headers: {
          'content-type': 'application/json',
          'x-signature': noticeSignature(sandboxSecret(fileSecret), payload, seconds),
        },
        payload,
      });
    }
    return reply.redirect((chosen === 'leave' ? cancelUrl : returnUrl)(order_no), 303);
  });

  async function reservationOf(orderNo: string) {
    const found = await db.run
      .selectFrom('usdt_reservation')
      .selectAll()
      .where('order_no', '=', orderNo)
      .orderBy('since', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!found || !isSandbox('usdt', settings)) throw new RequestRejected('unknown');
    return found;
  }

  app.get<{ Params: { orderNo: string } }>('/dev/pay/usdt/:orderNo', async (request, reply) => {
    const { address, amount } = await reservationOf(request.params.orderNo);
    const text =
      `${banner}<h1>This is not a wallet<br>这不是钱包</h1><p>No USDT moves. 不会转出任何 USDT。</p>` +
      `<p>To · 收款地址 ${escapeHtml(address)}</p>` +
      `<p><b>${(amount / 1e6).toFixed(6)} USDT</b></p><form method="post">` +
      `${button('exact', 'Transfer exactly · 足额转账', true)}${button('short', 'Transfer 1 USDT less · 少转')}` +
      `${button('excess', 'Transfer 1 USDT more · 多转')}</form>`;
    return sendPage(reply, 'SANDBOX: not a wallet', text);
  });

  app.post<{ Params: { orderNo: string } }>('/dev/pay/usdt/:orderNo', async (request, reply) => {
    const { order_no, address, amount } = await reservationOf(request.params.orderNo);
    const off = { exact: 0, short: -1_000_000, excess: 1_000_000 }[choice(request) ?? ''];
    if (off === undefined || amount + off < 1) throw new RequestRejected('shape');
    await db.run
      .insertInto('sandbox_transfer')
      .values({ txid: randomUUID().replace(/-/g, ''), address, amount: amount + off, at: new Date(now()) })
      .execute();
    const chain = chainOf(db, settings);
    if (chain) await watchUsdt(db, chain, settings, now()); // the member need not wait for the next poll
    const embedded = 'embed' in (request.query as object);
    return reply.redirect(returnUrls(embedded).returnUrl(order_no), 303);
  });
}
