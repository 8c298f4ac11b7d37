import { createSign, createVerify } from 'node:crypto';
import type { AlipaySettings } from '../settings/provider-settings';
import { Forged, type Provider } from './provider';

/** What is signed: the values that are there, by name, without the signature itself. */
const content = (values: Record<string, string>, without: readonly string[]) =>
  Object.keys(values)
    .filter((name) => !without.includes(name) && values[name] !== '')
    .sort()
    .map((name) => `${name}=${values[name]}`)
    .join('&');

const decimalYuan = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;

/** Yuan with up to two decimals as fen. */
function fen(text: string | undefined): number | undefined {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Alipay's clock is Beijing's: `2026-11-21 12:00:00`. */
const beijing = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

interface AlipayUrls {
  returnUrl: (orderNo: string) => string;
  notifyUrl: string;
}

/** Alipay's mobile web payment (alipay.trade.wap.pay), signed with RSA2. */
export const alipay = (
  { appId, privateKey, publicKey, gateway }: AlipaySettings,
  { returnUrl, notifyUrl }: AlipayUrls,
  now: () => number = Date.now,
): Provider => ({
  sandbox: false,
  thanks: 'success',

  async start({ id, orderNo, amount, expiresAt }) {
    const values: Record<string, string> = {
      app_id: appId,
      method: 'alipay.trade.wap.pay',
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: beijing(now()),
      version: '1.0',
      return_url: returnUrl(orderNo),
      notify_url: notifyUrl,
      biz_content: JSON.stringify({
        out_trade_no: id,
        total_amount: decimalYuan(amount),
        subject: `Cloudphone ${orderNo}`,
        product_code: 'QUICK_WAP_WAY',
        time_expire: beijing(expiresAt),
      }),
    };
    const sign = createSign('RSA-SHA256').update(content(values, [])).sign(privateKey, 'base64');
    return { url: `${gateway}?${new URLSearchParams({ ...values, sign })}` };
  },

  read(raw) {
    const values = Object.fromEntries(new URLSearchParams(raw.toString()));
    const genuine = createVerify('RSA-SHA256')
      .update(content(values, ['sign', 'sign_type']))
      .verify(publicKey, values.sign ?? '', 'base64');
    if (!genuine || values.app_id !== appId) throw new Forged('wrong signature');
    const amount = fen(values.total_amount);
    const { out_trade_no: attempt, trade_no: paymentNo, trade_status: status } = values;
    if (!attempt) return;
    const told = { attempt, paymentNo: paymentNo ?? '', amount: amount ?? Number.NaN };
    if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') return { ...told, result: 'paid' };
    // Closed after it was paid means refunded there: nothing of ours.
    if (status === 'TRADE_CLOSED') return { ...told, result: 'failed' };
    return;
  },
});
