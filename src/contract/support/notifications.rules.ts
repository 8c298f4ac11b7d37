import * as v from 'valibot';
import { fields, nothing, required } from '../rules/fields';

const yes = v.boolean('required');
const ways = fields({ push: yes, mail: yes, sms: yes });
const time = v.pipe(v.string('required'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'wrong'));
/** Bytes in base64url. */
const bytes = (length: number) =>
  v.pipe(
    v.string('required'),
    v.regex(/^[\w-]+={0,2}$/, 'wrong'),
    v.check((text) => Math.floor((text.replace(/=/g, '').length * 3) / 4) === length, 'wrong'),
  );

export const getNotifications = nothing;
export const saveNotifications = fields({
  choices: fields({ money: ways, orders: ways, devices: ways, support: ways, feed: ways, news: ways }),
  quiet: v.optional(fields({ from: time, to: time })),
  timeZone: required(64),
});
/** An uncompressed point of P-256, and a secret of 16 bytes (RFC 8291). */
export const subscribePush = fields({
  endpoint: required(1000),
  p256dh: bytes(65),
  auth: bytes(16),
});
export const unsubscribePush = nothing;
