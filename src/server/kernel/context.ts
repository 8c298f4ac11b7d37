import type { Device } from './device';
import type { Locale } from './messages';
import type { Services } from './services';

/** Everything a handler may know about a request. */
export interface RequestContext extends Services {
  /** The member's id; `''` when signed out, which only a call for anyone can be. */
  member: string;
  /** SHA-256 of the session token that was shown; `undefined` when signed out. */
  session: string | undefined;
  locale: Locale;
  /** `h5`, `mini` or a partner's id. */
  appid: string;
  ip: string;
  /** What attempts from there are counted by: the address, or of IPv6 the /64. */
  network: string;
  /** The `User-Agent` header, cut short. */
  agent: string;
  device: Device;
  /** Milliseconds since the epoch. */
  now: number;
  /** The path of the call and its input as it was sent, before its rules. Absent where the gateway asks itself. */
  sent?: { call: string; data: object };
  /** The payment password was asked for already, by the page that confirms what an embed prepared. */
  payConfirmed?: true;
  /** Nothing of this is kept: it is only found out what would be answered. What is done outside of the transaction is left out. */
  rehearsal?: true;
  /** Asked in a partner's page, by an embed. */
  embedded?: true;
  /** Aborted when the client hangs up, or has its answer. */
  aborted: AbortSignal;
}
