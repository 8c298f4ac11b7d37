import type * as rules from './web.rules';
import { added } from './wire/call';

/**
 * A token with which a page of our own shows one of our embeds to the member who is signed in. Good there and nowhere else;
 * ends with the session. `expiresIn` in seconds.
 */
export const embedToken = added<typeof rules.embedToken, { token: string; expiresIn: number }>(
  'txUser/embedToken',
);
