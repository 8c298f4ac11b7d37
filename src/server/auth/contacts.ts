import type { Country } from '../../contract/auth';

/** A phone number or an e-mail address in the one spelling that is compared and stored. */
export interface Contact {
  kind: 'phone' | 'email';
  /** As messages are sent to it. */
  address: string;
  /** As it is compared: e-mail in lower case; a mainland number without +86. */
  key: string;
}

export function contactOf(typed: string): Contact {
  const text = typed.trim();
  if (text.includes('@')) return { kind: 'email', address: text, key: text.toLowerCase() };
  const number = text.replace(/^\+86(?=1[3-9]\d{9}$)/, '');
  return { kind: 'phone', address: number, key: number };
}

/** Where it is kept. */
export const columnsOf = ({ kind, address, key }: Contact) =>
  kind === 'email' ? { email: address, email_key: key } : { phone: key };

/** The country version that a new member belongs to where a deployment serves both: mainland numbers are Chinese. */
export const countryOf = ({ kind, key }: Contact): Country =>
  kind === 'phone' && !key.startsWith('+') ? 'cn' : 'intl';

/** `138****8000`, `+44****12`, `a***@example.com`. */
export const masked = (address: string) =>
  address.includes('@')
    ? `${address[0]}***${address.slice(address.indexOf('@'))}`
    : `${address.slice(0, 3)}****${address.slice(address.startsWith('+') ? -2 : -4)}`;

/** The network that an address is in: `203.0.113.*`, `2001:db8:1:*`. */
export function maskedAddress(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '');
  if (plain.includes('.')) return plain.replace(/\.\d+$/, '.*');
  return `${plain.split(':').slice(0, 3).join(':')}:*`;
}
