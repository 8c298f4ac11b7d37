import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Settings } from '../settings/settings';

const begins = 's1.';

const keyFrom = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'cloudphone partner secrets', 32));

/**
 * Encrypts a secret for the database (AES-256-GCM, with a key derived from SECRETS_KEY). `of`: its context, which is
 * authenticated: a sealed secret copied into another row cannot be opened there.
 */
export function seal({ sealedBy }: Pick<Settings, 'sealedBy'>, of: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(sealedBy[0]), iv);
  cipher.setAAD(Buffer.from(of));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return begins + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** The secret; `undefined` if none of the configured keys has sealed it, or if its context differs. */
export function open(
  { sealedBy }: Pick<Settings, 'sealedBy'>,
  of: string,
  sealed: string,
): string | undefined {
  if (!isSealed(sealed)) return sealed; // from an earlier release
  const bytes = Buffer.from(sealed.slice(begins.length), 'base64url');
  for (const secret of sealedBy)
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(of));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    } catch {} // sealed with another key
  return;
}

export const isSealed = (text: string): boolean => text.startsWith(begins);
