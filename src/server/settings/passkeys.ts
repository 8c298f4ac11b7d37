import type { Reader } from './environment';

/**
 * The domain to which passkeys are bound, so that the addresses of two country versions below it share them. It must be the host of
 * PUBLIC_URL or a parent of it, because browsers accept no other.
 */
export function readPasskeyDomain({ text, mistakes }: Reader, publicUrl: string): string | undefined {
  const domain = text('PASSKEY_DOMAIN', '');
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : '';
  if (domain && host !== domain && !(domain.includes('.') && host.endsWith(`.${domain}`)))
    mistakes.push('PASSKEY_DOMAIN must be the host of PUBLIC_URL, or a domain above it');
  return domain || undefined;
}
