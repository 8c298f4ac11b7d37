import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Milliseconds that a code is valid. */
const step = 30_000;

/** RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A new key for an authenticator app: 160 bits, as RFC 4226 recommends. */
export const newTotpKey = (): string => base32(randomBytes(20));

/** The address that an authenticator app reads from a QR code or receives by typing. */
export function totpAddress(name: string, key: string, issuer = 'Cloudphone desk'): string {
  const by = encodeURIComponent(issuer);
  return `otpauth://totp/${by}:${encodeURIComponent(name)}?secret=${key}&issuer=${by}`;
}

/** The code of a counter (RFC 4226). */
export function codeOf(key: string, counter: number, digits = 6): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', fromBase32(key)).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

export const counterAt = (now: number): number => Math.floor(now / step);

/**
 * The counter of a code (RFC 6238): the current one, the previous or the next, for clocks that differ. Never one that was used or is
 * older than a used one.
 */
export function matchingCounter(key: string, code: string, now: number, used: number): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ''));
  return [0, -1, 1]
    .map((off) => counterAt(now) + off)
    .find((counter) => {
      const right = Buffer.from(codeOf(key, counter));
      return counter > used && right.length === given.length && timingSafeEqual(right, given);
    });
}
