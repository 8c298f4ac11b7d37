import { createDecipheriv, createHash, createHmac, createSign, createVerify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WechatPayData } from '../../../contract/buying/payments';

/** Joins lines, each with a line end: the form in which WeChat Pay v3 signs everything. */
const linesOf = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');

/** RSA-SHA256 (PKCS #1 v1.5), base64. */
const rsaSign = (privateKey: string, message: string) =>
  createSign('RSA-SHA256').update(message).sign(privateKey, 'base64');

interface Merchant {
  mchId: string;
  serial: string;
  privateKey: string;
}

/** The `Authorization` header of a v3 request. `path` with its query; `timestamp` in seconds. */
export function authorization(
  { mchId, serial, privateKey }: Merchant,
  request: { method: string; path: string; body: string; timestamp: string; nonce: string },
): string {
  const { method, path, body, timestamp, nonce } = request;
  const signature = rsaSign(privateKey, linesOf(method, path, timestamp, nonce, body));
  const values = { mchid: mchId, nonce_str: nonce, signature, timestamp, serial_no: serial };
  const text = Object.entries(values).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${text.join(',')}`;
}

type Headers = IncomingHttpHeaders | Record<string, string>;

/** The serial of the WeChat Pay key that signed a response or a notification. */
export const serialOf = (headers: Headers) => String(headers['wechatpay-serial'] ?? '');

/** Whether `key`, a public key or a certificate, signed a response or a notification: timestamp, nonce and body. */
export function isSigned(key: string, headers: Headers, body: string | Buffer): boolean {
  const header = (name: string) => String(headers[`wechatpay-${name}`] ?? '');
  return createVerify('RSA-SHA256')
    .update(linesOf(header('timestamp'), header('nonce'), body.toString()))
    .verify(key, header('signature'), 'base64');
}

export interface EncryptedResource {
  ciphertext: string;
  nonce: string;
  associated_data?: string;
}

/** Decrypts the resource of a notification: AES-256-GCM, the tag at the end. Throws if it was modified. */
export function decryptResource(
  apiV3Key: string,
  { ciphertext, nonce, associated_data = '' }: EncryptedResource,
): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce)
    .setAAD(Buffer.from(associated_data))
    .setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString();
}

type Unsigned = Pick<WechatPayData, 'appId' | 'timeStamp' | 'nonceStr' | 'package'>;

/** The message that the v3 `paySign` of the bridge call signs. */
export const payMessage = ({ appId, timeStamp, nonceStr, package: prepay }: Unsigned) =>
  linesOf(appId, timeStamp, nonceStr, prepay);

/** Spec §3, WeChat pay data: signed with the merchant's key. */
export const payData = (privateKey: string, data: Unsigned): WechatPayData => ({
  ...data,
  signType: 'RSA',
  paySign: rsaSign(privateKey, payMessage(data)),
});

/** A v2 signature: `name=value&…` by name, then the key; MD5 or HMAC-SHA256, upper-case hex. */
export function signV2(values: Record<string, string>, key: string, type: 'MD5' | 'HMAC-SHA256'): string {
  const text = Object.keys(values)
    .filter((name) => values[name] !== '')
    .sort()
    .map((name) => `${name}=${values[name]}`)
    .concat(`key=${key}`)
    .join('&');
  const hash = type === 'MD5' ? createHash('md5') : createHmac('sha256', key);
  return hash.update(text).digest('hex').toUpperCase();
}

/** The same pay data with a v2 signature, for the sandbox, which has its own key and no merchant. */
export const payDataV2 = (key: string, data: Unsigned): WechatPayData => ({
  ...data,
  signType: 'MD5',
  paySign: signV2({ ...data, signType: 'MD5' }, key, 'MD5'),
});
