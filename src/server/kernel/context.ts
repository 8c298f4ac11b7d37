import type { EmbedScope } from '../../contract/embed/features';
import type { Device } from './device';
import type { Locale } from './messages';
import type { Services } from './services';

/** The context of a request, as handlers receive it. */
export interface RequestContext extends Services {
  /** The member's id; `''` when signed out, which only a call for anyone can be. */
  member: string;
  /** SHA-256 of the session token in the request; `undefined` when signed out. */
  session: string | undefined;
  locale: Locale;
  /** `h5`, `mini` or a partner's id. */
  appid: string;
  ip: string;
  /** The key under which attempts from this address are counted: the address, or the /64 of IPv6. */
  network: string;
  /** The key of a stranger's turn in a queue: the /24 of IPv4, the /48 of IPv6. */
  neighbourhood: string;
  /** The device has done the work that strangers are asked for during a flood. */
  worked?: true;
  /** The `User-Agent` header, shortened. */
  agent: string;
  device: Device;
  /** Milliseconds since the epoch. */
  now: number;
  /** The path of the call and its raw input, before its rules. Absent if the gateway makes the call itself. */
  sent?: { call: string; data: object };
  /** The payment password was already checked by the page that confirms what an embed prepared. */
  payConfirmed?: true;
  /**
   * The transaction will be rolled back: the call only determines what the response would be. Effects outside the transaction are
   * skipped.
   */
  rehearsal?: true;
  /** The call comes from an embed of the partner `appid`: the origin of the document that sent it, and the scopes of its token. */
  embedded?: { origin: string; scopes: readonly EmbedScope[] };
  /** Aborted when the client disconnects before it has its answer. */
  aborted: AbortSignal;
}
