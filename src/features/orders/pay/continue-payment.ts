import { isOnline, isOutside, type PaymentMethod } from '../../../contract/buying/payment-methods';
import { type OnlineTicket, startPay } from '../../../contract/buying/payments';
import { type App, useApp } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import * as orders from '../routes';

/** Whether this is no mobile browser, where a member has to be told to finish the payment in one (spec §1). */
export const isElsewhere = async ({ outside, installation }: App['platform']): Promise<boolean> =>
  !!outside || !(await installation?.())?.system;

/**
 * Leads from an order to its payment: to the provider's page or WeChat's own sheet, to the address or the remittance, or
 * to what has become of it. The result screen is put in our place first, so that coming back asks the server.
 * Throws `Failure` when the payment cannot be started; the order still waits then.
 */
export function useContinuePayment() {
  const { nav, dialogs, platform, send, t } = useApp();

  async function hosted(ticket: OnlineTicket) {
    const { orderNo } = ticket;
    const show = (params = {}) => nav.go(orders.paymentResult, { orderNo, ...params }, { replace: true });
    if (ticket.code) return nav.go(orders.orderAddress, { orderNo, way: ticket.way }, { replace: true });
    if (!ticket.sandbox && (ticket.pay || ticket.native)) {
      // another page is over ours: whatever becomes of it, this is what is found underneath
      if (ticket.native) show();
      // only a hint: where WeChat says 'cancelled' or 'failed', the next screen asks the server once before it says so
      const outcome = await platform.pay({ orderNo, ticket: { ...ticket } });
      const said = { cancelled: { canceled: '1' }, failed: { failed: '1' }, paid: {}, unknown: {} }[outcome];
      return ticket.native && outcome === 'unknown' ? undefined : show(said);
    }
    // asked for before the page is left: nothing that is said afterwards could be read
    if (isOutside(ticket.way) && platform.outside)
      await dialogs.ask({ text: t(`orders.result.${ticket.way}`), yes: t('common.ok') });
    show();
    if (ticket.outsideUrl && platform.outside) return platform.outside(ticket.outsideUrl);
    if (ticket.url) platform.leave(ticket.url);
  }

  return async (orderNo: string, method: PaymentMethod, part?: number): Promise<void> => {
    if (method === 'usdt') return nav.go(orders.orderAddress, { orderNo }, { replace: true });
    if (method === 'remittance') return nav.go(orders.otherPay, { orderNo }, { replace: true });
    if (!isOnline(method)) return nav.go(orders.paymentResult, { orderNo }, { replace: true });
    const inWechat = !!platform.outside;
    const ticket = await fetchOrThrow(send, startPay, { orderNo, inWechat, ...(part && { part }) }, 'now');
    if ('part' in ticket) await hosted(ticket);
  };
}
