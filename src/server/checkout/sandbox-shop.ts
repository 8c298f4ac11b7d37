import type { FastifyInstance, FastifyRequest } from 'fastify';
import { followSales } from '../goods/follow-sales';
import { isSandbox } from '../goods/provider';
import { sandboxCode, sandboxProvider, sandboxReturn, sandboxSale } from '../goods/sandbox';
import type { Gateway } from '../kernel/gateway';
import { escapeHtml } from '../kernel/html';
import { fill, localeOf, sandboxWords } from '../kernel/messages';
import { RequestRejected } from '../kernel/request-rejected';
import { sendPage } from './page';

const banner = '<strong>SANDBOX · 沙箱</strong>';

const langOf = (request: FastifyRequest) => localeOf(request.headers['accept-language']);

/**
 * `/dev/shop/<goods>` simulates the shop's customers: buys a piece, or returns one. It reports to the gateway as a provider would. Never
 * in production.
 */
export async function serveSandboxShop(app: FastifyInstance, gateway: Gateway): Promise<void> {
  const { db, settings, now } = gateway;
  if (!isSandbox(settings)) return;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_r, text, ready) =>
    ready(null, text),
  );
  const follow = () => followSales(db, sandboxProvider(db), settings, now());

  app.get('/dev/shop', async (request, reply) => {
    const lang = langOf(request);
    const { noProvider, link } = sandboxWords[lang].shop;
    return sendPage(
      reply,
      `SANDBOX: ${noProvider}`,
      `${banner}<h1>${noProvider}</h1><p>${fill(link, { code: sandboxCode })}</p>`,
      {
        lang,
      },
    );
  });

  async function goodsOf(id: string) {
    const found = await db.run
      .selectFrom('shop_goods')
      .select(['id', 'name', 'stock', 'sold'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) throw new RequestRejected('unknown');
    return found;
  }

  app.get<{ Params: { id: string } }>('/dev/shop/:id', async (request, reply) => {
    const { id, name, stock, sold } = await goodsOf(request.params.id);
    const sales = await db.run
      .selectFrom('shop_sale')
      .select(['number', 'quantity', 'state'])
      .where('goods', '=', id)
      .orderBy('at', 'desc')
      .orderBy('number', 'desc')
      .limit(20)
      .execute();
    const lang = langOf(request);
    const words = sandboxWords[lang].shop;
    const rows = sales.map(
      ({ number, quantity, state }) =>
        `<p>${escapeHtml(number)} × ${quantity}: ${words.states[state]} ` +
        `<button name="return" value="${escapeHtml(number)}">${words.bringBack}</button></p>`,
    );
    const text =
      `${banner}<h1>${escapeHtml(name)}</h1><p>${fill(words.stock, { stock, sold })}</p>` +
      `<form method="post"><button name="buy" value="1" class="main">${fill(words.buy, { count: 1 })}</button>` +
      `<button name="buy" value="5">${fill(words.buy, { count: 5 })}</button>${rows.join('')}</form>`;
    return sendPage(reply, words.noCustomer, text, { lang });
  });

  app.post<{ Params: { id: string } }>('/dev/shop/:id', async (request, reply) => {
    const { id } = await goodsOf(request.params.id);
    const form = new URLSearchParams(String(request.body));
    const quantity = Number(form.get('buy'));
    const sale = form.get('return');
    if (sale) await sandboxReturn(db.run, sale, now());
    else if (Number.isInteger(quantity) && quantity > 0 && quantity < 100)
      await sandboxSale(db.run, id, quantity, now());
    else throw new RequestRejected('shape');
    await follow();
    return reply.redirect(`/dev/shop/${id}`, 303);
  });
}
