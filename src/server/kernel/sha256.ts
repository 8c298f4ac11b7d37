import { createHash } from 'node:crypto';

/** The SHA-256 of a text in hex. The database stores it in place of tokens, tickets and invitations. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
