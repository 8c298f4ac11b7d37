import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The common part of all tickets: the end of their validity, in milliseconds since the epoch. */
interface Expiring {
  until: number;
}

/** Bytes of the nonce and of the tag of AES-GCM. */
const nonceLength = 12;
const tagLength = 16;

const keyFrom = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/**
 * Encrypts a ticket, so that the address that contains it reveals nothing, and only this gateway can make one. Nothing is stored.
 * `purpose`: a ticket for one purpose cannot be opened for another.
 */
export function sealTicket(secret: string, purpose: string, ticket: Expiring): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(ticket)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The content of a ticket; undefined if the gateway did not issue it for this purpose, or it has expired. `now` in milliseconds. */
export function openTicket<T extends Expiring>(
  secret: string,
  purpose: string,
  ticket: string,
  now: number,
): T | undefined {
  const bytes = Buffer.from(ticket, 'base64url');
  const nonce = bytes.subarray(0, nonceLength);
  const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
  if (tag.length < tagLength) return;
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, purpose), nonce, {
    authTagLength: tagLength,
  });
  decipher.setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8');
    const ticket: T = JSON.parse(text + decipher.final('utf8'));
    return ticket.until > now ? ticket : undefined;
  } catch {
    return;
  }
}
