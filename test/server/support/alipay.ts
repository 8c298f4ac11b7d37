import { createSign, createVerify } from 'node:crypto';
import { answering } from './answering';
import type { RefundsOfProvider } from './provider-refunds';
import { rsaKeys } from './rsa-keys';

const appId = '2021000100000001';
type Values = Record<string, string>;

const signed = (values: Values) =>
  Object.keys(values)
    .filter((name) => name !== 'sign')
    .sort()
    .map((name) => `${name}=${values[name]}`)
    .join('&');

/** Alipay on this machine, as its API documents it: checks our signatures, and signs its answers and notices. */
export async function openAlipay(state: RefundsOfProvider) {
  const [ours, theirs, stranger] = [rsaKeys('ours'), rsaKeys('theirs'), rsaKeys('stranger')];
  const sign = (text: string, { privateKey } = theirs) =>
    createSign('RSA-SHA256').update(text).sign(privateKey, 'base64');
  const done = new Map<string, string>();

  const methods: Record<string, (about: Values) => object> = {
    'alipay.trade.refund': ({ out_request_no: number = '', refund_amount: amount = '', trade_no = '' }) => {
      const isKnown = done.has(number);
      if (state.does === 'refuses')
        return {
          code: '40004',
          msg: 'Business Failed',
          sub_code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH',
          sub_msg: '余额不足',
        };
      if (!isKnown) state.made.push({ number, amount: Math.round(Number(amount) * 100), payment: trade_no });
      done.set(number, state.does === 'waits' ? '' : 'REFUND_SUCCESS');
      if (state.does === 'loses')
        return { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'aop.ACQ.SYSTEM_ERROR' };
      return {
        code: '10000',
        msg: 'Success',
        trade_no,
        fund_change: isKnown || state.does === 'waits' ? 'N' : 'Y',
      };
    },
    'alipay.trade.fastpay.refund.query': ({ out_request_no: number = '' }) => {
      const refund_status = done.get(number);
      return {
        code: '10000',
        msg: 'Success',
        ...(refund_status && { refund_status, out_request_no: number }),
      };
    },
  };

  const server = await answering(({ path, body }) => {
    const values: Values = Object.fromEntries(new URLSearchParams(`${path.split('?')[1] ?? ''}&${body}`));
    const { method = '', sign: signature = '' } = values;
    const isOurs = createVerify('RSA-SHA256')
      .update(signed(values))
      .verify(ours.publicKey, signature, 'base64');
    const answer = isOurs
      ? methods[method]?.(JSON.parse(values.biz_content ?? '{}'))
      : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' };
    return { [`${method.replace(/\./g, '_')}_response`]: answer, sign: sign(JSON.stringify(answer)) };
  });

  /** Sends a notice to the gateway, signed by Alipay or by somebody else. */
  function tell(gateway: string, values: Values, by: 'alipay' | 'stranger' = 'alipay') {
    const said = { app_id: appId, charset: 'utf-8', ...values };
    const form = {
      ...said,
      sign: sign(signed(said), by === 'alipay' ? theirs : stranger),
      sign_type: 'RSA2',
    };
    return fetch(`${gateway}/pay/notice/alipay`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
    });
  }

  return {
    ...server,
    env: {
      ALIPAY_APP_ID: appId,
      ALIPAY_PRIVATE_KEY: ours.privateKey.replace(/\n/g, '\\n'),
      ALIPAY_PUBLIC_KEY: theirs.publicKey.replace(/\n/g, '\\n'),
      ALIPAY_GATEWAY: `${server.url}/gateway.do`,
    },
    tell,
    /** A member pays on the page with this address; answers the payment's number. */
    async pay(gateway: string, page: string) {
      const about = JSON.parse(new URL(page).searchParams.get('biz_content') ?? '{}') as Values;
      const payment = `2026${about.out_trade_no}`;
      const paid = {
        out_trade_no: about.out_trade_no ?? '',
        trade_no: payment,
        total_amount: about.total_amount ?? '',
      };
      await tell(gateway, { ...paid, trade_status: 'TRADE_SUCCESS' });
      return payment;
    },
  };
}
