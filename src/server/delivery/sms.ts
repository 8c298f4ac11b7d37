import { createHmac } from 'node:crypto';
import type { SmsWebhookSettings, TwilioSettings } from '../settings/delivery';
import type { Deliver } from './outbox';

const timeoutMs = 15_000;

async function post(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`the provider of text messages answered ${answer.status}`);
}

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`: the `x-signature` header of a text message. */
export const smsSignature = (secret: string, body: string, seconds: number) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/** Sends text messages through the deployment's own server: `{id, to, text}`, signed. A repetition has the same id. */
export const smsByWebhook =
  ({ url, secret }: SmsWebhookSettings, now: () => number = Date.now): Deliver =>
  ({ address, text }, id) => {
    const body = JSON.stringify({ id, to: address, text });
    const signature = smsSignature(secret, body, Math.floor(now() / 1000));
    return post(url, body, { 'content-type': 'application/json', 'x-signature': signature });
  };

/** Numbers of mainland China are stored without their country code; providers abroad need it. */
const international = (phone: string) => (phone.startsWith('+') ? phone : `+86${phone}`);

/** Twilio's Messages resource (2010-04-01). */
export const smsByTwilio =
  ({ api, account, token, from }: TwilioSettings): Deliver =>
  ({ address, text }) => {
    const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
    return post(
      `${api}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
      new URLSearchParams({ To: international(address), Body: text, ...sender }).toString(),
      {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
      },
    );
  };
