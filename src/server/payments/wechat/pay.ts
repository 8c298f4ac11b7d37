import { randomBytes } from 'node:crypto';
import { codes } from '../../../contract/wire/envelope';
import { DomainError } from '../../kernel/domain-error';
import type { WechatPaySettings } from '../../settings/provider-settings';
import { Forged, type Outcome, type Provider } from '../provider';
import { authorization, decryptResource, type EncryptedResource, isSigned, payData } from './signing';

/** Milliseconds that WeChat Pay gets to answer; seconds that a notice may be old. */
const timeoutMs = 8_000;
const tolerance = 300;

const nonce = () => randomBytes(16).toString('hex').toUpperCase();

interface Transaction {
  out_trade_no?: string;
  transaction_id?: string;
  trade_state?: string;
  appid?: string;
  mchid?: string;
  amount?: { total?: number; currency?: string };
}

/** WeChat Pay, API v3: JSAPI inside WeChat, H5 in other mobile browsers. */
export function wechatPay(
  settings: WechatPaySettings,
  notifyUrl: string,
  { fetch = globalThis.fetch, now = Date.now }: { fetch?: typeof globalThis.fetch; now?: () => number } = {},
): Provider {
  const { api, appId, mchId, privateKey } = settings;

  /** Refused when WeChat Pay does not answer, or somebody else answers in its place. */
  async function call<T>(method: 'GET' | 'POST', path: string, values?: object): Promise<T> {
    const body = values ? JSON.stringify(values) : '';
    const timestamp = String(Math.floor(now() / 1000));
    const headers = {
      accept: 'application/json',
      'user-agent': 'cloudphone',
      ...(body && { 'content-type': 'application/json' }),
      'Wechatpay-Serial': settings.publicKeyId,
      Authorization: authorization(settings, { method, path, body, timestamp, nonce: nonce() }),
    };
    const answer = await fetch(`${api}${path}`, {
      method,
      headers,
      ...(body && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(unreachable);
    const text = await answer.text();
    if (!answer.ok || !isSigned(settings, Object.fromEntries(answer.headers), text)) return unreachable();
    return (text ? JSON.parse(text) : {}) as T; // closing is answered with 204
  }

  function outcomeOf(paid: Transaction): Outcome | undefined {
    const { out_trade_no: attempt, transaction_id: paymentNo, trade_state: state, amount } = paid;
    if (paid.mchid !== mchId || paid.appid !== appId) return;
    if (!attempt || !paymentNo || amount?.currency !== 'CNY') return;
    const { total } = amount;
    if (total === undefined || !Number.isSafeInteger(total)) return;
    // Every other state may still become this one.
    if (state !== 'SUCCESS') return;
    return { attempt, paymentNo, amount: total, result: 'paid' };
  }

  return {
    sandbox: false,
    thanks: '',

    async start({ id, orderNo, amount, expiresAt }, { ip, openId, inWechat }) {
      if (inWechat && !openId)
        throw new DomainError(
          'wechatPayNeedsWechat',
          {},
          { code: codes.refused, problems: { wechat: { rule: 'required' } } },
        );
      const order = {
        appid: appId,
        mchid: mchId,
        description: `Cloudphone ${orderNo}`,
        out_trade_no: id,
        time_expire: new Date(expiresAt).toISOString().replace(/\.\d+Z$/, '+00:00'),
        notify_url: notifyUrl,
        amount: { total: amount, currency: 'CNY' },
      };
      if (!inWechat) {
        const scene_info = { payer_client_ip: ip, h5_info: { type: 'Wap' } };
        const { h5_url } = await call<{ h5_url: string }>('POST', '/v3/pay/transactions/h5', {
          ...order,
          scene_info,
        });
        return { url: h5_url };
      }
      const { prepay_id } = await call<{ prepay_id: string }>('POST', '/v3/pay/transactions/jsapi', {
        ...order,
        payer: { openid: openId },
      });
      const timeStamp = String(Math.floor(now() / 1000));
      const data = { appId, timeStamp, nonceStr: nonce(), package: `prepay_id=${prepay_id}` };
      return { pay: payData(privateKey, data) };
    },

    read(raw, headers, at) {
      const age = Math.abs(at / 1000 - Number(headers['wechatpay-timestamp']));
      if (!(age <= tolerance) || !isSigned(settings, headers, raw)) throw new Forged('wrong signature');
      const { event_type, resource } = JSON.parse(raw.toString()) as {
        event_type: string;
        resource: EncryptedResource;
      };
      if (event_type !== 'TRANSACTION.SUCCESS') return;
      return outcomeOf(JSON.parse(decryptResource(settings.apiV3Key, resource)));
    },

    async close(attempt) {
      await call('POST', `/v3/pay/transactions/out-trade-no/${attempt}/close`, { mchid: mchId });
    },

    ask: async (attempt) =>
      outcomeOf(
        await call<Transaction>('GET', `/v3/pay/transactions/out-trade-no/${attempt}?mchid=${mchId}`),
      ),
  };
}

function unreachable(): never {
  throw new DomainError('providerUnreachable');
}
