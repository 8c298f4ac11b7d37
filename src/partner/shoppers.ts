import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The shoppers: the demo members, whom the gateway knows by these names; and one without a connected account. */
const shoppers = ['demo', 'democn', 'newcomer'];
const cookie = 'shop_session';

const seal = (who: string, secret: string) =>
  createHmac('sha256', secret).update(`shopper ${who}`).digest('base64url');

/** The header that signs a shopper in, or (nobody) out. */
export const signedIn = (who: string, secret: string): string =>
  shoppers.includes(who)
    ? `${cookie}=${who}.${seal(who, secret)}; HttpOnly; SameSite=Lax; Path=/`
    : `${cookie}=; Max-Age=0; Path=/`;

/** The shopper of a request, if any. */
export function shopperOf({ headers }: IncomingMessage, secret: string): string | undefined {
  const [, who = '', seen = ''] =
    new RegExp(`\\b${cookie}=(\\w+)\\.([\\w-]+)`).exec(headers.cookie ?? '') ?? [];
  const right = Buffer.from(seal(who, secret));
  const same = seen.length === right.length && timingSafeEqual(Buffer.from(seen), right);
  return same && shoppers.includes(who) ? who : undefined;
}

/** Whether one of our own pages sent it: other sites can neither set this header nor send JSON without a preflight. */
export function isOwnPage({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const { origin = '', 'sec-fetch-site': from } = headers;
  return (
    (from === undefined || from === 'same-origin') &&
    origins.includes(origin) &&
    new URL(origin).host === headers.host &&
    /^application\/json\b/.test(headers['content-type'] ?? '')
  );
}
