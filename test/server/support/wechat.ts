import { createCipheriv, createHash, createSign, createVerify, randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { refundsOfProvider } from './provider-refunds';
import { rsaKeys } from './rsa-keys';

/** Of the merchant, and of WeChat Pay. */
export const ours = rsaKeys('ours');
const theirs = rsaKeys('theirs');
export const apiV3Key = '0123456789abcdef0123456789abcdef';
export const appId = 'wx8888888888888888';
export const miniAppId = 'wx9999999999999999';
const mchId = '1900000001';
/** A substitute for the picture of a code: rays of dots around a middle, as a JPEG. */
export function codePicture(): Promise<Buffer> {
  const rays = Array.from({ length: 36 }, (_, ray) =>
    [100, 125, 150, 175, 200]
      .filter((_, at) => (ray * 7 + at * 5) % 3)
      .map((from) => {
        const at = (by: number) =>
          `${215 + from * Math.cos((ray * Math.PI) / 18 + by)} ${215 + from * Math.sin((ray * Math.PI) / 18 + by)}`;
        return `<path d="M${at(0)}L${at(0.02)}"/>`;
      })
      .join(''),
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="430" height="430"><rect width="430" height="430" fill="#fff"/><g stroke="#000" stroke-width="14" stroke-linecap="round">${rays}</g><circle cx="215" cy="215" r="70" fill="#07c160"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const rsa = (key: string, text: string) => createSign('RSA-SHA256').update(text).sign(key, 'base64');
export const isSignedBy = (key: string, text: string, signature: string) =>
  createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64');

/** Seals a text as WeChat Pay does: AES-256-GCM, its tag at the end. */
function seal(text: string, associated_data: string) {
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, 'nonce1234567');
  cipher.setAAD(Buffer.from(associated_data));
  const sealed = [cipher.update(text), cipher.final()];
  const ciphertext = Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64');
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce: 'nonce1234567', associated_data };
}

/** A payment as WeChat Pay tells of it. */
export const transaction = (out_trade_no: string, more: object = {}) => ({
  out_trade_no,
  transaction_id: `4200${out_trade_no}`,
  trade_state: 'SUCCESS',
  appid: appId,
  mchid: mchId,
  amount: { total: 100_00, currency: 'CNY' },
  ...more,
});

/** A notice as WeChat Pay sends it. */
export function notice(
  told: object,
  { key = theirs.privateKey, ago = 0, serial = 'PUB_KEY_ID_1', event = 'TRANSACTION.SUCCESS' } = {},
) {
  const resource = seal(JSON.stringify(told), 'transaction');
  const body = JSON.stringify({ id: randomUUID(), event_type: event, resource });
  const timestamp = String(Math.floor(Date.now() / 1000) - ago);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': 'n2',
      'wechatpay-serial': serial,
      'wechatpay-signature': rsa(key, `${timestamp}\nn2\n${body}\n`),
    },
  };
}

/** The settings with which a gateway uses this WeChat. */
export const wechatEnv = (url: string) => ({
  WECHAT_APP_ID: appId,
  WECHAT_APP_SECRET: 'app-secret',
  WECHAT_API_URL: url,
  WECHAT_PAY_MCH_ID: mchId,
  WECHAT_PAY_SERIAL: 'OUR1',
  WECHAT_PAY_PRIVATE_KEY: ours.privateKey.replace(/\n/g, '\\n'),
  WECHAT_PAY_API_V3_KEY: apiV3Key,
  WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
  WECHAT_PAY_PUBLIC_KEY: theirs.publicKey.replace(/\n/g, '\\n'),
  WECHAT_PAY_API_URL: url,
});

export const miniEnv = { WECHAT_MINI_APP_ID: miniAppId, WECHAT_MINI_APP_SECRET: 'mini-secret' };

interface WechatRefund {
  mchid: string;
  out_refund_no: string;
  refund_id: string;
  transaction_id: string;
  status: string;
}

/** The notice of a change of a refund, which says `refund_status` where the API says `status`. */
export const refundNotice = ({ status, ...refund }: WechatRefund, key?: string) =>
  notice({ ...refund, refund_status: status }, { event: `REFUND.${status}`, ...(key && { key }) });

interface Trade {
  out_trade_no: string;
  appid: string;
  amount: { total: number; refund?: number };
  payer?: { openid: string };
  [field: string]: any;
}

const initialState = () => ({
  /** The requests, with their bodies. */
  asked: [] as any[],
  trades: new Map<string, Trade>(),
  paid: new Map<string, object>(),
  closed: new Set<string>(),
  refunding: refundsOfProvider(),
  refunds: new Map<string, WechatRefund>(),
  /** Whether members pay as soon as they are asked to. */
  prompt: false,
  /** Answers are signed by somebody else. */
  forge: false,
  /** Payments are opened, but the response does not say how a member reaches them. */
  mute: false,
  /** Access tokens that were given out, and tickets. */
  tokens: 0,
  tickets: 0,
  /** Tokens that are not taken any more. */
  withdrawn: new Set<string>(),
  /** The response in place of a member's openId. */
  namesNobody: undefined as object | undefined,
  /** The response in place of the picture of a code. */
  codeError: undefined as object | string | undefined,
  /** Milliseconds that a token takes. */
  slow: 0,
  /** A pair of keys to sign with instead, by a certificate's serial number. */
  certificate: undefined as { serial: string; privateKey: string; pem: string } | undefined,
});

type State = ReturnType<typeof initialState>;

/** Serves WeChat Pay; the result settles a payment as a member would. */
function servePayments(app: FastifyInstance, state: State) {
  app.all('/v3/*', async (request, reply) => {
    const body = String(request.body ?? '');
    const header = String(request.headers.authorization);
    const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? '';
    const signed = [request.method, request.url, part('timestamp'), part('nonce_str'), body]
      .map((line) => `${line}\n`)
      .join('');
    const isLate = !(Math.abs(Number(part('timestamp')) - Date.now() / 1000) < 300);
    if (isLate || !isSignedBy(ours.publicKey, signed, part('signature')) || part('serial_no') !== 'OUR1')
      return reply.code(401).send({ code: 'SIGN_ERROR' });
    const { url } = request;
    const sent = body ? JSON.parse(body) : {};
    state.asked.push({ url, headers: request.headers, ...sent });
    const answer = answerOf(url, sent);
    const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const { serial, privateKey } = state.certificate ?? {
      serial: 'PUB_KEY_ID_1',
      privateKey: theirs.privateKey,
    };
    return reply
      .code(answer.status)
      .headers({
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': 'n1',
        'wechatpay-serial': serial,
        'wechatpay-signature': rsa(state.forge ? ours.privateKey : privateKey, `${timestamp}\nn1\n${text}\n`),
      })
      .type('application/json')
      .send(text);
  });

  function pay(id: string) {
    const { appid, amount } = state.trades.get(id)!;
    const told = transaction(id, { appid, amount: { total: amount.total, currency: 'CNY' } });
    state.paid.set(id, told);
    return told;
  }

  function answerOf(url: string, sent: Trade): { status: number; body?: object } {
    const opens = /^\/v3\/pay\/transactions\/(jsapi|h5|native)$/.exec(url)?.[1];
    if (opens) {
      state.trades.set(sent.out_trade_no, sent);
      if (state.prompt) pay(sent.out_trade_no);
      if (state.mute) return { status: 200, body: {} };
      if (opens === 'jsapi') return { status: 200, body: { prepay_id: `wx-${sent.out_trade_no}` } };
      if (opens === 'h5') return { status: 200, body: { h5_url: 'https://wx.tenpay.com/x' } };
      return {
        status: 200,
        body: { code_url: `weixin://wxpay/bizpayurl?pr=${sent.out_trade_no.slice(0, 8)}` },
      };
    }
    if (url === '/v3/certificates') {
      const { serial = '', pem = '' } = state.certificate ?? {};
      return {
        status: 200,
        body: {
          data: [
            {
              serial_no: serial,
              effective_time: '2026-01-01T00:00:00+08:00',
              expire_time: '2031-01-01T00:00:00+08:00',
              encrypt_certificate: seal(pem, 'certificate'),
            },
          ],
        },
      };
    }
    if (url.startsWith('/v3/refund/domestic/refunds')) return refundOf(url.split('/')[5], sent);
    const [, id = '', close] = /out-trade-no\/(\w+)(\/close)?/.exec(url) ?? [];
    const trade = state.trades.get(id);
    if (!trade) return { status: 404, body: { code: 'ORDER_NOT_EXIST', message: '订单不存在' } };
    const paid = state.paid.get(id);
    if (close && paid) return { status: 400, body: { code: 'ORDERPAID', message: '该订单已支付' } };
    if (close) {
      state.closed.add(id);
      return { status: 204 };
    }
    return {
      status: 200,
      body: paid ?? {
        ...transaction(id),
        transaction_id: undefined,
        trade_state: state.closed.has(id) ? 'CLOSED' : 'NOTPAY',
      },
    };
  }

  /** Makes a refund, or gives the one with this number. */
  function refundOf(asked: string | undefined, sent: Trade): { status: number; body?: object } {
    const { does, made } = state.refunding;
    const number: string = asked ?? sent.out_refund_no;
    const known = state.refunds.get(number);
    if (known || asked)
      return known
        ? { status: 200, body: known }
        : { status: 404, body: { code: 'RESOURCE_NOT_EXISTS', message: '退款单不存在' } };
    if (does === 'refuses') return { status: 403, body: { code: 'NOT_ENOUGH', message: '余额不足' } };
    made.push({ number, amount: sent.amount.refund ?? 0, payment: sent.transaction_id });
    const refund = {
      mchid: mchId,
      out_refund_no: number,
      refund_id: `5030${number}`,
      transaction_id: sent.transaction_id,
      status: does === 'waits' ? 'PROCESSING' : 'SUCCESS',
    };
    state.refunds.set(number, refund);
    return does === 'loses' ? { status: 500, body: { code: 'SYSTEM_ERROR' } } : { status: 200, body: refund };
  }

  return pay;
}

/**
 * WeChat and WeChat Pay as their documents describe them, on this machine: checks our signatures, and signs what it answers.
 * `pay` settles a payment as a member would, and answers the notice of it.
 */
export async function openWechat() {
  const app = fastify();
  const state = initialState();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_r, text, ready) => ready(null, text));
  app.addContentTypeParser('*', { parseAs: 'string' }, (_r, text, ready) => ready(null, text));

  app.all<{ Querystring: Record<string, string> }>('/sns/*', async ({ query, url }) => {
    state.asked.push({ url, query });
    const { code, js_code } = query;
    const given = code ?? js_code ?? '';
    if (!/^code-/.test(given)) return { errcode: 40029, errmsg: 'invalid code' };
    if (state.namesNobody) return state.namesNobody;
    return {
      openid: given.replace('code-', js_code ? 'mini-' : 'open-'),
      session_key: 'never told',
      access_token: 'a',
    };
  });
  app.all<{ Querystring: Record<string, string> }>('/cgi-bin/stable_token', async ({ body }) => {
    const { appid } = JSON.parse(String(body));
    state.asked.push({ url: '/cgi-bin/stable_token', appid });
    await new Promise((over) => setTimeout(over, state.slow));
    return { access_token: `token-${appid}-${++state.tokens}`, expires_in: 7200 };
  });
  app.all<{ Querystring: Record<string, string> }>('/cgi-bin/ticket/getticket', async ({ query }) => {
    state.asked.push({ url: '/cgi-bin/ticket/getticket', query });
    if (state.withdrawn.has(query.access_token ?? ''))
      return { errcode: 40001, errmsg: 'invalid credential' };
    return { ticket: `ticket-${++state.tickets}`, expires_in: 7200, errcode: 0 };
  });

  app.post<{ Querystring: Record<string, string> }>('/wxa/getwxacodeunlimit', async (request, reply) => {
    const { query } = request;
    const body = JSON.parse(String(request.body));
    state.asked.push({ url: '/wxa/getwxacodeunlimit', query, body });
    if (state.withdrawn.has(query.access_token ?? ''))
      return { errcode: 40001, errmsg: 'invalid credential, access_token is invalid or not latest' };
    if (state.codeError) return state.codeError;
    if (!/^[\w!#$&'()*+,/:;=?@\-.~]{1,32}$/.test(body.scene))
      return { errcode: 40129, errmsg: 'invalid scene' };
    if (/^\/|\?/.test(body.page)) return { errcode: 41030, errmsg: 'invalid page' };
    return reply.type('image/jpeg').send(await codePicture());
  });

  const pay = servePayments(app, state);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    state,
    /** Money has come for a payment; answers what WeChat Pay knows of it from now on. */
    pay,
    close: () => app.close(),
  };
}
export type FakeWechatServer = Awaited<ReturnType<typeof openWechat>>;
