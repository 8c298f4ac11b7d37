import { createHash } from 'node:crypto';

/** The SHA-256 of a text or of bytes in hex. The database stores it in place of tokens, tickets and invitations. */
export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
