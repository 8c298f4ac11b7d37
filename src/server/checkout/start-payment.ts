import { isOnline, isOutside, type OnlineMethod } from '../../contract/buying/payment-methods';
import type * as calls from '../../contract/buying/payments';
import type { PayTicket } from '../../contract/buying/payments';
import type * as rules from '../../contract/buying/payments.rules';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { ownPurchase, type Purchase } from '../orders/own';
import { isSandbox, payeeFor } from '../payments/methods';
import type { Onward, PayPlace } from '../payments/provider';
import { providerOf, returnUrls } from '../payments/providers';
import { payeeOf } from '../payments/usdt/reserve';
import { assertPayable, attemptFor, type Ticket, ticketOf } from './attempts';
import { outsideTicket, payTicket } from './pay-ticket';

interface StartInput {
  orderNo: string;
  part?: number | undefined;
  inWechat?: boolean | undefined;
}

const isDesk = (agent: string) => /Windows NT|Macintosh|X11|CrOS/.test(agent) && !/Mobi|Android/.test(agent);

/** The place where the member pays, as far as it matters: only WeChat Pay distinguishes. */
function placeOf({ appid, agent }: RequestContext, method: OnlineMethod, inWechat = false): PayPlace {
  if (method !== 'wechat') return 'anywhere';
  if (appid === 'mini') return 'mini';
  if (inWechat) return 'wechat';
  return isDesk(agent) ? 'desk' : 'anywhere';
}

/** The address of a sandbox page, which is relative to our own origin; a partner's page needs the full address. */
const addressFor = ({ embedded, settings }: RequestContext, url: string): string =>
  embedded ? new URL(url, settings.publicUrl).href : url;

/** Starts, or resumes, an attempt at the provider of an online method. */
async function startOnline(ctx: RequestContext, method: OnlineMethod, input: StartInput): Promise<PayTicket> {
  const { db, settings, fileSecret, member, now, ip } = ctx;
  const embedded = !!ctx.embedded;
  const provider = providerOf(method, settings, fileSecret, returnUrls(embedded));
  if (!provider) throw new DomainError('wayNotOffered');
  const place = placeOf(ctx, method, input.inWechat);
  const attempt = await attemptFor(ctx, { orderNo: input.orderNo, part: input.part, place, embedded });
  const { id, amount, part, expires_at } = attempt;
  const keep = (ticket: string) =>
    db.run
      .updateTable('payment_attempt')
      .set({ ticket })
      .where('member', '=', member)
      .where('id', '=', id)
      .execute();
  let onward: Onward;
  const before = ticketOf(attempt);
  if (before) onward = before.onward;
  else if (place === 'mini' && !provider.sandbox) {
    // the mini-program requests it itself, after WeChat has identified the member
    onward = {};
    const ticket = JSON.stringify({ place, onward });
    await keep(ticket);
  } else {
    const identity = await db.run
      .selectFrom('wechat_identity')
      .select('open_id')
      .where('member', '=', member)
      .limit(1)
      .executeTakeFirst();
    // Outside any transaction, because the provider may be slow.
    onward = await provider.start(
      { id, orderNo: input.orderNo, amount, expiresAt: expires_at.getTime() },
      { ip, openId: identity?.open_id, place },
    );
    const ticket = JSON.stringify({ place, onward, ...(embedded && { embedded }) } satisfies Ticket);
    await keep(ticket);
  }
  const started = {
    orderNo: input.orderNo,
    amount,
    part,
    deadline: expires_at.toISOString(),
    sandbox: provider.sandbox,
  };
  const { url, pay, code } = onward;
  const native = place === 'mini' && !provider.sandbox && (await payTicket(db.run, id, now));
  const outsideUrl = url && isOutside(method) && (await outsideTicket(db.run, id, now));
  return {
    ...started,
    way: method,
    ...(url && { url: addressFor(ctx, url) }),
    ...(outsideUrl && { outsideUrl }),
    ...(pay && { pay }),
    ...(code && { code }),
    ...(native && { native }),
  };
}

async function usdtOf(ctx: RequestContext, order: Purchase) {
  const { db, settings } = ctx;
  const sandbox = isSandbox('usdt', settings);
  return {
    sandbox,
    ...(await payeeOf(db.run, settings, order)),
    ...(sandbox && {
      url: addressFor(ctx, `/dev/pay/usdt/${order.order_no}${ctx.embedded ? '?embed' : ''}`),
    }),
  };
}

export const startPaymentHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'startPay' | 'findLittleUse'
> = {
  async startPay(input, ctx) {
    const order = await ownPurchase(ctx.db.run, ctx.member, input.orderNo);
    const { way: method, total, expires_at } = order;
    if (isOnline(method)) return startOnline(ctx, method, input);
    assertPayable(order, ctx.now);
    if (method === 'usdt') return { orderNo: order.order_no, way: method, ...(await usdtOf(ctx, order)) };
    if (method !== 'remittance') throw new DomainError('notThisWay');
    return {
      orderNo: order.order_no,
      way: method,
      amount: total,
      deadline: expires_at.toISOString(),
      sandbox: isSandbox(method, ctx.settings),
      payee: payeeFor(ctx.settings, order.order_no),
    };
  },

  async findLittleUse({ orderNo }, ctx) {
    const order = await ownPurchase(ctx.db.run, ctx.member, orderNo);
    assertPayable(order, ctx.now);
    if (order.way !== 'usdt') throw new DomainError('notThisWay');
    return usdtOf(ctx, order);
  },
};
