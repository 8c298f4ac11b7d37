import type { OfferedApp } from '../../contract/buying/phone-actions';
import type { EmbedScope } from '../../contract/embed/features';
import type { PartnerMode } from '../../contract/embed/partners';
import type { Db, Executor, Tx } from '../db/database';
import type { Settings } from '../settings/settings';

import type { FileStore } from './file-store';

/**
 * How far a client is trusted: a member with an open session; a device that has signed in before; a stranger who has shown a code or done
 * work; any other stranger.
 */
type Trust = 'session' | 'device' | 'proven' | 'stranger';

/** The client for which a password is hashed: work is shared out fairly, and dropped when the client disconnects. */
export interface Requester {
  /** The lane of the work; the strangers' if absent. */
  trust?: Trust;
  /** The key of its turn in the lane: a session, a device or a network; the gateway's own work has none. */
  turn?: string;
  aborted?: AbortSignal;
}

/** Hashes and checks passwords, a few at a time for the whole gateway (`auth/passwords.ts`). */
export interface Passwords {
  /** `scrypt$15$8$3$salt$hash`. About 160 ms and 32 MiB. */
  hash(password: string, by?: Requester): Promise<string>;
  /**
   * Whether it is the password behind `stored`, and whether it should be hashed again at today's cost. Takes as long without an account
   * (`undefined`) as with one, so that the time does not reveal which names exist.
   */
  check(
    password: string,
    stored: string | undefined,
    by?: Requester,
  ): Promise<{ right: boolean; rehash: boolean }>;
  /** Throws `Overloaded` if a password of this requester could not be hashed now. */
  assertNotFull(by: Requester): void;
}

/** A message of the protocol of language models. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A phone that waits for an answer. */
export interface AnswerWait {
  /** Aborted when another request took its place. */
  readonly over: AbortSignal;
  /** Milliseconds until the next poll of the database; longer if more requests wait. */
  interval(): number;
  leave(): void;
}

/** The model's answers that this instance is writing (`ai/writer.ts`). */
export interface Writer {
  /**
   * Starts the model's answer to a turn. The text is written to the database as it arrives, whether or not anybody waits. If the model
   * returns nothing, the help texts with the ids `help` become the answer, marked as such.
   */
  begin(id: string, messages: readonly ChatMessage[], help: readonly string[]): void;
  /** Reserves a place to wait for an answer; a member with too many loses the oldest. Call `leave` at the end. */
  wait(member: string): AnswerWait;
  /** Aborted when the gateway stops: waiting requests return the text so far. */
  readonly closing: AbortSignal;
  /** Stops all answers in progress; resolves when the database is no longer used. */
  stop(): Promise<void>;
}

/** The state of a conversation in the database. */
export interface ConversationState {
  member: string;
  newest: number;
  deskRead: number;
}

/** Long polls for new messages at this instance (`im/waiting.ts`). */
export interface Waiting {
  /** The state of a member's conversation now, and how many messages of support they have not read. */
  stateOf(member: string): Promise<Omit<ConversationState, 'member'> & { unread: number }>;
  /**
   * Resolves when `isNews` accepts the state of the member's conversation, and in any case after 25 s, when the client disconnects
   * (`aborted`), or when the gateway stops. Returns whether there is news.
   */
  forMember(
    member: string,
    isNews: (state: ConversationState) => boolean,
    aborted: AbortSignal,
  ): Promise<boolean>;
  /** Like `forMember`, for all conversations with a message since then. */
  forDesk(since: Date, isNews: (state: ConversationState) => boolean, aborted: AbortSignal): Promise<void>;
  /** A message was written at this instance: poll now. */
  written(member: string): void;
  /**
   * The gateway closes in so many milliseconds: ends all waits evenly in the second half of them, so that their members do not all come to the
   * other gateways in one moment.
   */
  leave(within: number): void;
  /** Ends all waits, now and later. Resolves when the database is no longer used. */
  stop(): Promise<void>;
}

/** A cloud phone whose screen is wanted; its current task, with the progress in percent. */
export interface ShownMachine {
  id: string;
  task?: { name: string; paused: boolean; progress: number };
}

/** A picture of a screen. */
export interface Still {
  /** Identifies its content. */
  tag: string;
  /** The picture, drawn on first use; undefined if the provider's cannot be decoded. */
  jpeg(): Promise<Buffer | undefined>;
}

/** A file on its way to a cloud phone. */
export interface PushedFile {
  /** Of this delivery: it is done once. */
  id: string;
  /** As the phone is to name it. */
  name: string;
  /** Its media type, which its first bytes confirm. */
  type: string;
  /** The path of the temporary file. */
  at: string;
}

/** The result of a delivery. */
export interface ReportedPush {
  state: 'done' | 'failed';
  reason?: 'offline' | 'space' | 'unable' | undefined;
}

/** Pictures of the screens of cloud phones, from their provider (`screen/screens.ts`). */
export interface Screens {
  /** Whether a sandbox draws them. */
  sandbox: boolean;
  /**
   * Current pictures by machine, without those that the provider does not deliver. Never rejects, and answers within seconds. `turn`: the key of its
   * turn in the queue.
   */
  look(
    machines: readonly ShownMachine[],
    size: 'thumbnail' | 'full',
    turn: string,
  ): Promise<Map<string, Still>>;
  /**
   * The address of a WebSocket at the provider that streams a screen once, in the framing of scrcpy; undefined if there is none now. Never rejects, and
   * answers within seconds. `bitrate`: in bits a second; undefined for one that only takes controls.
   */
  stream(machine: string, bitrate: number | undefined, turn: string): Promise<string | undefined>;
  /** Puts a file on a cloud phone; undefined if its provider does not answer, or too many files are on their way. Never rejects. */
  push(machine: string, file: PushedFile, turn: string): Promise<ReportedPush | undefined>;
}

/** The apps that the provider of cloud phones installs (`phone-actions/offers.ts`). */
export interface Offers {
  /** Whether a sandbox does it. */
  sandbox: boolean;
  /** The apps that it installs; undefined if it does not answer. Never rejects. */
  apps(): Promise<readonly OfferedApp[] | undefined>;
}

/** A signed request of a partner's server, for the partner's log. */
export interface PartnerRequest {
  id: string;
  partner: string;
  mode: PartnerMode;
  kid: string | null;
  at: Date;
  path: string;
  /** JSON. */
  about: string;
  status: number;
  error: string | null;
  message: string | null;
  ms: number;
}

/** The log of requests by partners' servers (`embed/request-log.ts`). */
export interface PartnerRequests {
  add(request: PartnerRequest): void;
  /** Resolves when everything added is written. */
  flush(): Promise<void>;
}

/** An event of a member's account, about which `notices/notify-member.ts` informs the member. */
type AccountEvent =
  | { kind: 'signedInElsewhere'; values: { ip: string } }
  | { kind: 'passwordChanged'; values: object }
  | { kind: 'passkeyAdded' | 'passkeyEnded'; values: { name: string } }
  | { kind: 'authenticatorAdded' | 'authenticatorEnded'; values: object }
  | { kind: 'partnerLinked'; values: { name: string } };

/**
 * How access to an account was reset without its password: by a `code`, with the key of an earlier contact other than the code's, if any;
 * or by the back office (`desk`). `contact`: a contact was replaced, whose other one is `other`. `payCode`: a code replaced the payment
 * password. `factor`: a way in or a second step was added, or a second step ended.
 */
type WaysInReset =
  | { by: 'code' | 'contact'; other: string | undefined }
  | { by: 'payCode' | 'factor' }
  | { by: 'desk' };

/** The kind of token with which a partner's page was allowed something. */
export interface PartnersToken {
  member: string;
  partner: string;
  scope: EmbedScope;
}

/** Services that the parts of the running gateway share, and every request receives. */
export interface Services {
  /** `db.run` for reads, `db.tx` for writes: never the outer one inside a transaction. */
  db: Db;
  settings: Settings;
  passwords: Passwords;
  /** Signs the addresses of pictures. The signing secret of the wire cannot, because every client has it. */
  fileSecret: string;
  /** The store of pictures and videos. */
  files: FileStore;
  waiting: Waiting;
  writer: Writer;
  screens: Screens;
  offers: Offers;
  /** Notifies the member, in the transaction of the event. `now` in milliseconds since the epoch. */
  tell(tx: Tx, member: string, event: AccountEvent, now: number): Promise<void>;
  /**
   * Whether a partner's page may go on showing the member what a token with this scope has opened there. Tokens end within minutes and are replaced
   * while the page is open; those of a link or a session that has ended are not.
   */
  isShownByPartner(db: Executor, token: PartnersToken): Promise<boolean>;
  /** Whether a partner's support may ask to watch the member's screens, and go on watching one that the member has allowed. */
  mayWatch(db: Executor, link: { member: string; partner: string }): Promise<boolean>;
  /** Called in the transaction that ends a member's sessions: also ends everything opened on the strength of them. */
  sessionsEnded(tx: Tx, member: string): Promise<void>;
  /**
   * Called in the transaction that grants access to an account without its password: suspends payouts, and payments from the balance. `now` in milliseconds since the
   * epoch.
   */
  waysInReset(tx: Tx, member: string, reset: WaysInReset, now: number): Promise<void>;
  /**
   * Called in the transaction that creates an account: gives the new member their welcome benefits. `now` in milliseconds since the
   * epoch.
   */
  welcome(tx: Tx, member: string, now: number): Promise<void>;
}
