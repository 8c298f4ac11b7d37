import type { PartnerMode } from '../../contract/embed/partners';
import type { Db, Executor, Tx } from '../db/database';
import type { Settings } from '../settings/settings';

import type { FileStore } from './file-store';

/** Who has something hashed: work is shared out fairly, and dropped when the client has left. */
export interface Requester {
  /** Whose turn it takes: a client's address, or a member's own device; what the gateway does by itself has none. */
  turn?: string;
  aborted?: AbortSignal;
}

/** Hashes and checks passwords, a few at a time for the whole gateway (`auth/passwords.ts`). */
export interface Passwords {
  /** `scrypt$15$8$3$salt$hash`. About 160 ms and 32 MiB. */
  hash(password: string, by?: Requester): Promise<string>;
  /**
   * Whether it is the password behind `stored`, and whether it should be hashed again at today's cost.
   * Takes as long without an account (`undefined`) as with one, so that time tells nobody which names exist.
   */
  check(
    password: string,
    stored: string | undefined,
    by?: Requester,
  ): Promise<{ right: boolean; rehash: boolean }>;
}

/** One message of the protocol that language models speak. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** One phone that waits for an answer. */
export interface AnswerWait {
  /** Aborted when another took its place. */
  readonly over: AbortSignal;
  /** Milliseconds until the next look at the database: the longer, the more wait. */
  interval(): number;
  leave(): void;
}

/** The answers that a model is writing at this instance (`ai/writer.ts`). */
export interface Writer {
  /**
   * Has the model answer a turn. What it says is in the database as it comes; nobody needs to stay for it. If it says nothing
   * at all, the help texts with the ids `help` are the answer, and are said to be.
   */
  begin(id: string, messages: readonly ChatMessage[], help: readonly string[]): void;
  /** Reserves a place to wait for an answer in; a member who has too many gives up the oldest. `leave` it in the end. */
  wait(member: string): AnswerWait;
  /** Aborted when the gateway stops: whoever waits for an answer is told what there is. */
  readonly closing: AbortSignal;
  /** Stops all that is being written here; resolves once the database is no longer used. */
  stop(): Promise<void>;
}

/** What a look at the database finds of a conversation. */
export interface ConversationState {
  member: string;
  newest: number;
  deskRead: number;
}

/** Everybody whose long poll waits for news of a conversation, at this instance (`im/waiting.ts`). */
export interface Waiting {
  /**
   * Resolves once `isNews` says yes to what the database knows of the member's conversation, and in any case after 25 s, when
   * the client has hung up (`aborted`), and when the gateway stops.
   */
  forMember(
    member: string,
    isNews: (state: ConversationState) => boolean,
    aborted: AbortSignal,
  ): Promise<void>;
  /** The same for all conversations with a message since then. */
  forDesk(since: Date, isNews: (state: ConversationState) => boolean, aborted: AbortSignal): Promise<void>;
  /** Something was written at this instance: look now. */
  written(member: string): void;
  /** Ends everybody's wait, now and later. Resolves once the database is no longer used. */
  stop(): Promise<void>;
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

/** The requests of partners' servers (`embed/request-log.ts`). */
export interface PartnerRequests {
  add(request: PartnerRequest): void;
  /** Resolves once everything that was added is written down. */
  flush(): Promise<void>;
}

/** What a member is told of their own account (`notices/notify-member.ts` says it). */
type AccountEvent =
  | { kind: 'signedInElsewhere'; values: { ip: string } }
  | { kind: 'passwordChanged'; values: object }
  | { kind: 'partnerLinked'; values: { name: string } };

/**
 * How somebody got into an account without its password: by a `code`, with the key of a contact that was there before and is not the one
 * of the code, if any; or as the `desk` has arranged it.
 */
type WaysInReset = { by: 'code'; other: string | undefined } | { by: 'desk' };

/** What the parts of the running gateway share, and every request is given. */
export interface Services {
  /** `db.run` for reads, `db.tx` for writes: never the outer one inside a transaction. */
  db: Db;
  settings: Settings;
  passwords: Passwords;
  /** Signs the addresses of pictures. The signing secret of the wire cannot: every client has it. */
  fileSecret: string;
  /** Where pictures and videos are. */
  files: FileStore;
  waiting: Waiting;
  writer: Writer;
  /** Tells the member, in the transaction of what it tells of. `now` in milliseconds since the epoch. */
  tell(tx: Tx, member: string, event: AccountEvent, now: number): Promise<void>;
  /** Called in the transaction that ends a member's sessions: ends what was opened on the strength of them. */
  sessionsEnded(db: Executor, member: string): Promise<void>;
  /**
   * Called in the transaction in which somebody gets into an account whose password they have not shown: what leads out of it waits.
   * `now` in milliseconds since the epoch.
   */
  waysInReset(tx: Tx, member: string, reset: WaysInReset, now: number): Promise<void>;
  /** Called in the transaction that makes an account: gives its member what new ones are given. `now` in milliseconds since the epoch. */
  welcome(tx: Tx, member: string, now: number): Promise<void>;
}
