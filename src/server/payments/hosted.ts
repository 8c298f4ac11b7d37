import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CardSettings } from '../settings/provider-settings';
import { Forged, type Outcome, type Provider, type ReturnUrls } from './provider';

/** Maximum age of a notification in seconds. */
const tolerance = 300;

const hmac = (secret: string, text: string | Buffer) =>
  createHmac('sha256', secret).update(text).digest('hex');

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`: the `x-signature` header of a notification. */
export const noticeSignature = (secret: string, raw: Buffer | string, seconds: number) =>
  `t=${seconds},v1=${hmac(secret, Buffer.concat([Buffer.from(`${seconds}.`), Buffer.from(raw)]))}`;

/** The query of a hosted page, with the HMAC-SHA256 of the preceding parameters as `sign`. */
function signedQuery(secret: string, values: Record<string, string>): string {
  const query = new URLSearchParams(values).toString();
  return `${query}&sign=${hmac(secret, query)}`;
}

interface Hosted extends CardSettings, ReturnUrls {
  sandbox: boolean;
  /** The address for notifications. */
  notifyUrl: string;
}

/**
 * A provider with a hosted payment page and a signed notification of the result: cards, and every sandbox. The notification is JSON:
 * `{payment, status: "paid" | "failed", amount, currency: "CNY", reference}`.
 */
export const hostedPage = ({
  pageUrl,
  secret,
  sandbox,
  returnUrl,
  cancelUrl,
  notifyUrl,
}: Hosted): Provider => ({
  sandbox,
  thanks: '{"received":true}',

  async start({ id, orderNo, amount, expiresAt }) {
    const query = signedQuery(secret, {
      payment: id,
      amount: `${amount}`,
      currency: 'CNY',
      order: orderNo,
      expires: `${Math.floor(expiresAt / 1000)}`,
      return: returnUrl(orderNo),
      cancel: cancelUrl(orderNo),
      notify: notifyUrl,
    });
    return { url: `${pageUrl}${sandbox ? `/${id}` : ''}?${query}` };
  },

  read(raw, headers, now) {
    const [, seconds] = /^t=(\d{1,12}),v1=[0-9a-f]{64}$/.exec(String(headers['x-signature'])) ?? [];
    if (!seconds || Math.abs(now / 1000 - Number(seconds)) > tolerance) throw new Forged('stale or unsigned');
    const right = Buffer.from(noticeSignature(secret, raw, Number(seconds)));
    const given = Buffer.from(String(headers['x-signature']));
    if (right.length !== given.length || !timingSafeEqual(right, given)) throw new Forged('wrong signature');
    return outcomeOf(JSON.parse(raw.toString()) ?? {});
  },
});

function outcomeOf(notice: Record<string, unknown>): Outcome | undefined {
  const { payment, status, amount, currency, reference } = notice;
  if (status !== 'paid' && status !== 'failed') return;
  if (typeof payment !== 'string') return;
  return {
    attempt: payment,
    result: status,
    amount: typeof amount === 'number' ? amount : Number.NaN,
    paymentNo: typeof reference === 'string' ? reference : '',
    currency: String(currency),
  };
}
