import { isOnline, isOutside, type PaymentMethod } from '../../../contract/buying/payment-methods';
import { type OnlineTicket, startPay } from '../../../contract/buying/payments';
import { type App, useApp } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import type { OpenedWindow } from '../../../core/platform';
import * as orders from '../routes';
import { lead, openWindow } from './open-window';

/** Whether this is not a mobile browser, so that the member has to complete the payment in one (spec §1). */
export const isElsewhere = async ({ outside, installation }: App['platform']): Promise<boolean> =>
  !!outside || !(await installation?.())?.system;

/**
 * Leads from an order to its payment: to the provider's page or WeChat's own sheet, to the address or the remittance, or to the result.
 * The result screen replaces ours first, so that coming back queries the server. `prepare` creates or updates the order, and returns its
 * number if it is to be paid: called after a window for the provider's page was opened, if our page must stay. Throws `Failure` if the
 * payment cannot be started; the order still waits then.
 */
export function useContinuePayment() {
  const { nav, dialogs, platform, send, t } = useApp();

  /** Returns the address that the window was given. */
  async function hosted(ticket: OnlineTicket, opened: OpenedWindow | null | undefined) {
    const { orderNo, url } = ticket;
    const show = (params = {}) => nav.go(orders.paymentResult, { orderNo, ...params }, { replace: true });
    if (ticket.code) return nav.go(orders.orderAddress, { orderNo, way: ticket.way }, { replace: true });
    if (!ticket.sandbox && (ticket.pay || ticket.native)) {
      // another page covers ours: whatever its result, the member returns to this screen
      if (ticket.native) show();
      // only a hint: for 'cancelled' or 'failed', the next screen queries the server once before it reports that
      const outcome = await platform.pay({ orderNo, ticket: { ...ticket } });
      const params = { cancelled: { canceled: '1' }, failed: { failed: '1' }, paid: {}, unknown: {} }[
        outcome
      ];
      return ticket.native && outcome === 'unknown' ? undefined : show(params);
    }
    // asked before the page is left, because nothing could be read afterwards
    if (isOutside(ticket.way) && platform.outside)
      await dialogs.ask({ text: t(`orders.result.${ticket.way}`), yes: t('common.ok') });
    show();
    if (ticket.outsideUrl && platform.outside) return platform.outside(ticket.outsideUrl);
    if (url) return opened ? lead(opened, url) : platform.leave(url);
  }

  async function goOn(orderNo: string, method: PaymentMethod, part?: number, opened?: OpenedWindow | null) {
    if (method === 'usdt') return nav.go(orders.orderAddress, { orderNo }, { replace: true });
    if (method === 'remittance') return nav.go(orders.otherPay, { orderNo }, { replace: true });
    if (!isOnline(method)) return nav.go(orders.paymentResult, { orderNo }, { replace: true });
    const inWechat = !!platform.outside;
    const ticket = await fetchOrThrow(send, startPay, { orderNo, inWechat, ...(part && { part }) }, 'now');
    return 'part' in ticket && hosted(ticket, opened);
  }

  return async (
    method: PaymentMethod,
    prepare: () => Promise<string | undefined>,
    part?: number,
  ): Promise<void> => {
    const opened = isOnline(method) ? openWindow(platform) : null;
    let led: unknown;
    try {
      const orderNo = await prepare();
      led = orderNo && (await goOn(orderNo, method, part, opened));
    } finally {
      if (!led) opened?.close();
    }
  };
}
