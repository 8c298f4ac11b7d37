import { createECDH } from 'node:crypto';
import type { Reader } from './environment';

export interface MailSettings {
  /** `smtp://user:password@host:587`, or `smtps:`. */
  url: string;
  /** The sender of mails: `Cloudphone <no-reply@cloud.example>`. */
  from: string;
}

/** The deployment's own server for text messages: it receives signed HTTP requests. */
export interface SmsWebhookSettings {
  kind: 'webhook';
  url: string;
  secret: string;
}

export interface TwilioSettings {
  kind: 'twilio';
  api: string;
  account: string;
  token: string;
  /** The number, or the messaging service, that sends text messages. */
  from: string;
}

/** The key pair by which push services know this gateway (RFC 8292), each in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** How mails and text messages are sent; `sandbox`: they stay in the outbox page; `off`: not at all, and the app says so. */
export interface DeliverySettings {
  mail: MailSettings | 'sandbox' | 'off';
  sms: SmsWebhookSettings | TwilioSettings | 'sandbox' | 'off';
  /** Calling codes of the countries that receive codes by text message; undefined: all. */
  smsCountries: readonly string[] | undefined;
  /** Codes that visitors who are not signed in may request by text message per country and hour. */
  smsHourly: number;
  /** Absent: the gateway makes a pair and keeps it in the database. */
  vapid: VapidKeys | undefined;
}

/** The pair of a private key, a number of P-256 in base64url. Throws for what is none. */
export function vapidPair(privateKey: string): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  return { publicKey: pair.getPublicKey('base64url', 'uncompressed'), privateKey };
}

function readVapid({ together, mistakes }: Reader): VapidKeys | undefined {
  const given = together('VAPID_PUBLIC', 'VAPID_PRIVATE');
  if (!given?.VAPID_PUBLIC || !given.VAPID_PRIVATE) return;
  try {
    const pair = vapidPair(given.VAPID_PRIVATE);
    if (pair.publicKey === given.VAPID_PUBLIC) return pair;
  } catch {} // no key: said below
  mistakes.push('VAPID_PUBLIC and VAPID_PRIVATE must be the two halves of one P-256 key, in base64url');
  return;
}

/** Production does not start without a delivery method, because the app would promise codes that never arrive. */
export function readDelivery(reader: Reader, production: boolean): DeliverySettings {
  const { text, address, oneOf, together, list, whole, lack, mistakes } = reader;
  const isOff = (name: 'MAIL' | 'SMS') => !!text(name, '') && oneOf(name, ['off'], 'off') === 'off';
  const off = { MAIL: isOff('MAIL'), SMS: isOff('SMS') };
  const without = (name: 'MAIL' | 'SMS', needs: string) => {
    if (off[name]) return 'off' as const;
    if (production)
      lack(
        `${needs} or ${name}`,
        `${name}: set ${needs} in production, or ${name}=off, and members are told`,
      );
    return 'sandbox' as const;
  };
  const mail = together('MAIL_SMTP_URL', 'MAIL_FROM');
  if (mail && !/^smtps?:\/\/[^/\s]+/.test(mail.MAIL_SMTP_URL))
    mistakes.push('MAIL_SMTP_URL must be an smtp or smtps address');
  const webhook = together('SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET');
  const twilio = together('TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM');
  if (webhook && twilio) mistakes.push('SMS_WEBHOOK_URL and TWILIO_ACCOUNT_SID exclude each other');
  if (off.MAIL && mail) mistakes.push('MAIL=off and MAIL_SMTP_URL exclude each other');
  if (off.SMS && (webhook || twilio)) mistakes.push('SMS=off excludes a provider of text messages');
  const url = address('SMS_WEBHOOK_URL', '');
  const api = address('TWILIO_API_URL', 'https://api.twilio.com');
  const sms = webhook
    ? { kind: 'webhook' as const, url, secret: webhook.SMS_WEBHOOK_SECRET }
    : twilio && {
        kind: 'twilio' as const,
        api,
        account: twilio.TWILIO_ACCOUNT_SID,
        token: twilio.TWILIO_AUTH_TOKEN,
        from: twilio.TWILIO_FROM,
      };
  const smsCountries = list('SMS_COUNTRIES');
  if (smsCountries.some((one) => !/^[1-9]\d{0,2}$/.test(one)))
    mistakes.push('SMS_COUNTRIES must be calling codes like 86,44');
  const delivery: DeliverySettings = {
    mail: mail
      ? { url: mail.MAIL_SMTP_URL, from: mail.MAIL_FROM }
      : without('MAIL', 'MAIL_SMTP_URL and MAIL_FROM'),
    sms: sms ?? without('SMS', 'SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET, or TWILIO_ACCOUNT_SID and its like'),
    smsCountries: smsCountries.length ? smsCountries : undefined,
    smsHourly: whole('SMS_HOURLY', 1000, 1, 1_000_000),
    vapid: readVapid(reader),
  };
  if (delivery.mail === 'off' && delivery.sms === 'off')
    mistakes.push('MAIL=off and SMS=off together would let nobody register');
  return delivery;
}
