import { isIP } from 'node:net';
import { DomainError } from '../../kernel/domain-error';
import type { Settings } from '../../settings/settings';

/** The name and the addresses to which passkeys are bound (WebAuthn: `rp.id`, and the origins whose pages may ask for them). */
interface RelyingParty {
  id: string;
  origins: string[];
}

/**
 * The relying party of this deployment; undefined where browsers refuse passkeys: at an address without a host name, or without https
 * except on this machine. The addresses of both country versions take part if they are below the same domain.
 */
export function relyingPartyOf({
  passkeyDomain,
  publicUrl,
  addresses,
}: Pick<Settings, 'passkeyDomain' | 'publicUrl' | 'addresses'>): RelyingParty | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if ((protocol !== 'https:' && !isLocal) || isIP(hostname.replace(/^\[|\]$/g, ''))) return;
  const id = passkeyDomain ?? hostname;
  const own = [publicUrl, addresses.cn, addresses.intl].map((address) => new URL(address));
  const below = own.filter((url) => url.hostname === id || url.hostname.endsWith(`.${id}`));
  return { id, origins: [...new Set(below.map(({ origin }) => origin))] };
}

export function assertRelyingParty(settings: Settings): RelyingParty {
  const party = relyingPartyOf(settings);
  if (!party) throw new DomainError('passkeyUnavailable');
  return party;
}
