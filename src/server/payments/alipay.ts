import type * as alipaySdk from 'alipay-sdk';
import { chinaAhead } from '../../contract/wire/china';
import { fenOf } from '../../contract/wire/yuan';
import { decimalYuan } from '../kernel/decimal-yuan';
import { DomainError } from '../kernel/domain-error';
import { load } from '../kernel/load';
import type { AlipaySettings } from '../settings/provider-settings';
import { Forged, type Outcome, type Provider, type Refunds, type ReturnUrls } from './provider';

const timeoutMs = 8_000;

/** Alipay uses Beijing time, wherever this runs: `2026-11-21 12:00:00`. */
const beijing = (at: number) => new Date(at + chinaAhead).toISOString().slice(0, 19).replace('T', ' ');

interface Trade {
  attempt: string | undefined;
  paymentNo: string | undefined;
  status: string | undefined;
  amount: string | undefined;
}

function outcomeOf({ attempt, paymentNo, status, amount }: Trade): Outcome | undefined {
  if (!attempt) return;
  const payment = { attempt, paymentNo: paymentNo ?? '', amount: fenOf(amount ?? '') ?? Number.NaN };
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') return { ...payment, result: 'paid' };
  // Closed after payment means that it was refunded there, which does not concern us.
  if (status === 'TRADE_CLOSED') return { ...payment, result: 'failed' };
  return;
}

type Ask = (method: string, about: object) => Promise<alipaySdk.AlipaySdkCommonResult>;

/**
 * Refunds by alipay.trade.refund, which the same number repeats without an effect. Alipay answers at once; where it does not say that the
 * money has moved, the refund is queried.
 */
const alipayRefunds = (ask: Ask): Refunds => ({
  async send({ number, paymentNo, amount, orderNo }) {
    const { code, subCode, subMsg, msg, fundChange } = await ask('alipay.trade.refund', {
      trade_no: paymentNo,
      out_request_no: number,
      refund_amount: decimalYuan(amount),
      refund_reason: `Cloudphone ${orderNo}`,
    });
    const report = { refund: number, reference: paymentNo };
    if (code === '10000') return { ...report, result: fundChange === 'Y' ? 'done' : 'pending' };
    // Alipay does not know itself whether it has refunded
    if (code === '20000' || /SYSTEM_ERROR/.test(`${subCode}`)) throw new DomainError('providerUnreachable');
    return { ...report, result: 'failed', problem: `${subMsg ?? msg} (${subCode ?? code})` };
  },

  async ask({ number, paymentNo }) {
    const { code, subCode, refundStatus, outRequestNo } = await ask('alipay.trade.fastpay.refund.query', {
      trade_no: paymentNo,
      out_request_no: number,
    });
    if (code !== '10000' && subCode !== 'ACQ.TRADE_NOT_EXIST') throw new DomainError('providerUnreachable');
    if (refundStatus !== 'REFUND_SUCCESS' || outRequestNo !== number) return;
    return { refund: number, reference: paymentNo, result: 'done' };
  },
});

interface AlipayUrls extends ReturnUrls {
  notifyUrl: string;
}

/** Alipay's mobile web payment (alipay.trade.wap.pay) by its own SDK, signed with RSA2. */
export function alipay(
  { appId, privateKey, publicKey, gateway }: AlipaySettings,
  { returnUrl, cancelUrl, notifyUrl }: AlipayUrls,
  now: () => number = Date.now,
): Provider {
  const keyType = privateKey.includes('RSA PRIVATE KEY') ? 'PKCS1' : 'PKCS8';
  const { AlipaySdk } = load('alipay-sdk') as typeof alipaySdk;
  const sdk = new AlipaySdk({
    appId,
    privateKey,
    alipayPublicKey: publicKey,
    gateway,
    keyType,
    timeout: timeoutMs,
  });

  /** Alipay's response, with its signature verified. Refused if Alipay does not respond or the signature is invalid. */
  const ask: Ask = (method, bizContent) =>
    sdk.exec(method, { timestamp: beijing(now()), bizContent }, { validateSign: true }).catch((): never => {
      throw new DomainError('providerUnreachable');
    });

  return {
    sandbox: false,
    thanks: 'success',
    refunds: alipayRefunds(ask),

    async start({ id, orderNo, amount, expiresAt }) {
      const url = sdk.pageExecute('alipay.trade.wap.pay', 'GET', {
        timestamp: beijing(now()),
        returnUrl: returnUrl(orderNo),
        notifyUrl,
        bizContent: {
          out_trade_no: id,
          total_amount: decimalYuan(amount),
          subject: `Cloudphone ${orderNo}`,
          product_code: 'QUICK_WAP_WAY',
          quit_url: cancelUrl(orderNo),
          time_expire: beijing(expiresAt),
        },
      });
      return { url };
    },

    read(raw) {
      const values = Object.fromEntries(new URLSearchParams(raw.toString()));
      const { sign, app_id, out_trade_no, out_biz_no, trade_no, trade_status, total_amount } = values;
      if (!sign || app_id !== appId || !sdk.checkNotifySignV2(values)) throw new Forged('wrong signature');
      // the trade that it belongs to is reported as paid or closed once more
      if (values.gmt_refund && out_biz_no)
        return { refund: out_biz_no, reference: trade_no ?? '', result: 'done' };
      return outcomeOf({
        attempt: out_trade_no,
        paymentNo: trade_no,
        status: trade_status,
        amount: total_amount,
      });
    },

    async ask(attempt) {
      const { code, subCode, tradeNo, tradeStatus, totalAmount } = await ask('alipay.trade.query', {
        out_trade_no: attempt,
      });
      // the page was not opened, so no trade exists
      if (subCode === 'ACQ.TRADE_NOT_EXIST') return 'unpaid';
      if (code !== '10000') throw new DomainError('providerUnreachable');
      if (tradeStatus === 'WAIT_BUYER_PAY') return 'unpaid';
      return outcomeOf({ attempt, paymentNo: tradeNo, status: tradeStatus, amount: totalAmount });
    },

    async close(attempt) {
      const { code, subCode } = await ask('alipay.trade.close', { out_trade_no: attempt });
      if (code !== '10000' && subCode !== 'ACQ.TRADE_NOT_EXIST') throw new DomainError('providerUnreachable');
    },
  };
}
