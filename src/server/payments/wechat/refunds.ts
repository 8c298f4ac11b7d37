import { DomainError } from '../../kernel/domain-error';
import type { RefundReport, Refunds } from '../provider';
import type { createApi } from './api';

/** A refund as WeChat Pay answers (`status`) and notifies (`refund_status`). */
export interface WechatRefund {
  mchid?: string;
  out_refund_no?: string;
  refund_id?: string;
  status?: string;
  refund_status?: string;
}

/** The state of a refund; undefined if it has no number of ours. */
export function refundReport(told: WechatRefund): RefundReport | undefined {
  const { out_refund_no: refund, refund_id: reference = '', status = told.refund_status } = told;
  if (!refund) return;
  if (status === 'SUCCESS') return { refund, reference, result: 'done' };
  // CLOSED: not refunded. ABNORMAL: the card is gone or blocked, and the money is still the merchant's.
  if (status === 'CLOSED' || status === 'ABNORMAL')
    return { refund, reference, result: 'failed', problem: status };
  return { refund, reference, result: 'pending' };
}

/** Statuses of a refusal that is final. With any other, WeChat Pay may have refunded, or asks to try again. */
const refusals = [400, 403, 404];

/** Refunds to the WeChat account or the card that paid; a notification reports the result. */
export const wechatRefunds = (
  { call, request }: Pick<ReturnType<typeof createApi>, 'call' | 'request'>,
  notifyUrl: string,
): Refunds => ({
  async send({ number, orderNo, paymentNo, paid, amount }) {
    const { ok, status, answer } = await request('POST', '/v3/refund/domestic/refunds', {
      transaction_id: paymentNo,
      out_refund_no: number,
      reason: `Cloudphone ${orderNo}`,
      notify_url: notifyUrl,
      amount: { refund: amount, total: paid, currency: 'CNY' },
    });
    const unknown: RefundReport = { refund: number, reference: '', result: 'pending' };
    if (ok) return refundReport(answer) ?? unknown;
    if (!refusals.includes(status)) throw new DomainError('providerUnreachable');
    return { ...unknown, result: 'failed', problem: `${answer.message} (${answer.code})` };
  },

  async ask({ number }) {
    const path = `/v3/refund/domestic/refunds/${number}`;
    const found = await call<WechatRefund>('GET', path, undefined, /^RESOURCE_NOT_EXISTS?$/);
    return found && refundReport(found);
  },
});
