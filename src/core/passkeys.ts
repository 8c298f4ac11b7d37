import type { Platform } from './platform';

/**
 * Whether this browser can use passkeys (WebAuthn). Not inside another app or page: WeChat's web views have the interface but no
 * authenticator behind it, and a partner's page is not the address to which a passkey is bound.
 */
export const hasPasskeys = ({ name }: Platform): boolean =>
  name === 'browser' && typeof globalThis.PublicKeyCredential === 'function';
