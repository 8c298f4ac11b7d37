import { codes } from '../../../contract/wire/codes';
import { DomainError } from '../../kernel/domain-error';
import type { WechatPaySettings } from '../../settings/provider-settings';
import { Forged, type Onward, type Outcome, type Provider } from '../provider';
import { createApi, type Environment, nonce } from './api';
import { refundReport, type WechatRefund, wechatRefunds } from './refunds';
import { decryptResource, type EncryptedResource, payData } from './signing';

/** Maximum age of a notification in seconds. */
const tolerance = 300;

/** The payment does not exist because nobody opened it, was closed before, or was paid, which its notification reports. */
const nothingThere = /^(ORDER_?NOT_?EXIST|RESOURCE_NOT_EXISTS?)$/;
const nothingToClose = /^(ORDER_?NOT_?EXIST|RESOURCE_NOT_EXISTS?|ORDER_?CLOSED)$/;

interface Transaction {
  out_trade_no?: string;
  transaction_id?: string;
  trade_state?: string;
  appid?: string;
  mchid?: string;
  amount?: { total?: number; currency?: string };
}

/** The outcome of a payment to this shop; `undefined` for a payment to another one, or one that is not final. */
function outcomeOf(paid: Transaction, { appId, miniAppId, mchId }: WechatPaySettings): Outcome | undefined {
  const { out_trade_no: attempt, transaction_id: paymentNo, trade_state: state, amount } = paid;
  if (paid.mchid !== mchId || !paid.appid || ![appId, miniAppId].includes(paid.appid)) return;
  if (!attempt || !paymentNo || amount?.currency !== 'CNY') return;
  const { total } = amount;
  if (total === undefined || !Number.isSafeInteger(total)) return;
  // Every other state can still change to this one.
  if (state !== 'SUCCESS') return;
  return { attempt, paymentNo, amount: total, result: 'paid' };
}

/** WeChat Pay, API v3: JSAPI inside WeChat and in the mini-program, a QR code on a computer, H5 in mobile browsers. */
export function wechatPay(
  settings: WechatPaySettings,
  notifyUrl: string,
  { fetch = globalThis.fetch, now = Date.now }: Partial<Environment> = {},
): Provider {
  const { appId, miniAppId, mchId, privateKey } = settings;

  const api = createApi(settings, { fetch, now });
  const { keys, call } = api;
  /** Opens a payment and returns the field that leads a member to it. Refused if it is missing; nothing is stored, so another try works. */
  async function open(
    kind: string,
    order: object,
    name: 'code_url' | 'h5_url' | 'prepay_id',
  ): Promise<string> {
    const opened = await call<Record<string, string>>('POST', `/v3/pay/transactions/${kind}`, order);
    const value = opened?.[name];
    if (!value) throw new DomainError('providerUnreachable');
    return value;
  }

  return {
    sandbox: false,
    thanks: '',
    refunds: wechatRefunds(api, notifyUrl),

    async start({ id, orderNo, amount, expiresAt }, { ip, openId, place }): Promise<Onward> {
      const isMini = place === 'mini';
      if ((place === 'wechat' || isMini) && !openId)
        throw new DomainError(
          'wechatPayNeedsWechat',
          {},
          { code: codes.refused, problems: { wechat: { rule: 'required' } } },
        );
      const appid = isMini ? miniAppId : appId;
      const order = {
        appid,
        mchid: mchId,
        description: `Cloudphone ${orderNo}`,
        out_trade_no: id,
        time_expire: new Date(expiresAt).toISOString().replace(/\.\d+Z$/, '+00:00'),
        notify_url: notifyUrl,
        amount: { total: amount, currency: 'CNY' },
      };
      if (place === 'desk') return { code: await open('native', order, 'code_url') };
      if (place === 'anywhere') {
        const scene_info = { payer_client_ip: ip, h5_info: { type: 'Wap' } };
        return { url: await open('h5', { ...order, scene_info }, 'h5_url') };
      }
      const prepayId = await open('jsapi', { ...order, payer: { openid: openId } }, 'prepay_id');
      const timeStamp = String(Math.floor(now() / 1000));
      const data = { appId: appid, timeStamp, nonceStr: nonce(), package: `prepay_id=${prepayId}` };
      return { pay: payData(privateKey, data) };
    },

    async read(raw, headers, at) {
      const age = Math.abs(at / 1000 - Number(headers['wechatpay-timestamp']));
      if (!(age <= tolerance) || !(await keys.verify(headers, raw))) throw new Forged('wrong signature');
      const { event_type, resource } = JSON.parse(raw.toString()) as {
        event_type: string;
        resource: EncryptedResource;
      };
      const told = () => JSON.parse(decryptResource(settings.apiV3Key, resource));
      if (event_type === 'TRANSACTION.SUCCESS') return outcomeOf(told(), settings);
      if (!event_type.startsWith('REFUND.')) return;
      const refund: WechatRefund = told();
      return refund.mchid === mchId ? refundReport(refund) : undefined;
    },

    async close(attempt) {
      const path = `/v3/pay/transactions/out-trade-no/${attempt}/close`;
      await call('POST', path, { mchid: mchId }, nothingToClose);
    },

    async ask(attempt) {
      const path = `/v3/pay/transactions/out-trade-no/${attempt}?mchid=${mchId}`;
      const found = await call<Transaction>('GET', path, undefined, nothingThere);
      // the only final state besides paid: its code and its sheet open nothing any more
      const isClosed =
        found?.trade_state === 'CLOSED' && found.mchid === mchId && found.out_trade_no === attempt;
      if (isClosed) return { attempt, result: 'failed', paymentNo: '', amount: 0 };
      if (!found || found.trade_state === 'NOTPAY') return 'unpaid';
      return outcomeOf(found, settings);
    },
  };
}
