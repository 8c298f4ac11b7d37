import type { Selectable } from 'kysely';
import type { Country } from '../../contract/member/auth';
import type { Locale } from '../../contract/wire/locale';
import { lowerAscii } from '../kernel/ascii';
import type { MemberTable } from './tables';

/** A phone number or an e-mail address, in the normalized spelling that is compared and stored. */
export interface Contact {
  kind: 'phone' | 'email';
  /** As it was typed, or as it is stored. */
  address: string;
  /** The spelling used for comparison: e-mail addresses with ASCII letters in lower case, mainland numbers without +86. */
  key: string;
}

declare const addressed: unique symbol;
/**
 * A contact to which the gateway may send a message: one that is stored with a member, or one that belongs to no member. Two mailboxes
 * that compare as equal may belong to two people, so the gateway never writes to an address as somebody typed it to name an account.
 */
export interface Recipient extends Contact {
  readonly [addressed]: true;
}

export function contactOf(typed: string): Contact {
  const text = typed.trim();
  if (text.includes('@')) return { kind: 'email', address: text, key: lowerAscii(text) };
  const number = text.replace(/^\+86(?=1[3-9]\d{9}$)/, '');
  return { kind: 'phone', address: number, key: number };
}

type Contacts = Pick<Selectable<MemberTable>, 'phone' | 'email'>;

/** The member's own phone or mailbox, as it is stored. */
export function addressOf(member: Contacts, kind: Contact['kind']): Recipient | undefined {
  const stored = member[kind];
  return stored === null ? undefined : (contactOf(stored) as Recipient);
}

/** All contacts of the member, the phone first. A member who has lost one receives the message through the other. */
export const addressesOf = (member: Contacts): Recipient[] =>
  (['phone', 'email'] as const).flatMap((kind) => addressOf(member, kind) ?? []);

/** A contact that the caller has found to belong to no member. A code sent there proves who owns it. */
export const unowned = (contact: Contact): Recipient => contact as Recipient;

/** The columns that store it. */
export const columnsOf = ({ kind, address, key }: Contact) =>
  kind === 'email' ? { email: address, email_key: key } : { phone: key };

/** The country version of a new member if a deployment serves both: mainland numbers are Chinese. */
export const countryOf = ({ kind, key }: Contact): Country =>
  kind === 'phone' && !key.startsWith('+') ? 'cn' : 'intl';

/** The language of messages to a member of a country version who has chosen none. */
export const localeOfCountry = (country: Country): Locale => (country === 'cn' ? 'zh' : 'en');

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
