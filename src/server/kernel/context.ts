import type { Transaction } from 'kysely';
import type { Writer } from '../ai/writer';
import type { Passwords } from '../auth/passwords';
import type { Db } from '../db/database';
import type { Waiting } from '../im/waiting';
import type { Tables } from '../schema/tables';
import type { Settings } from '../settings/settings';
import type { Locale } from './messages';

/** Everything a handler may know about a request. */
export interface RequestContext {
  /** `db.run` for reads, `db.tx` for writes: never the outer one inside a transaction. */
  db: Db;
  /** The member's id; `''` when signed out, which only a call for anyone can be. */
  member: string;
  /** SHA-256 of the session token that was shown; `undefined` when signed out. */
  session: string | undefined;
  locale: Locale;
  /** `h5`, `mini` or a partner's id. */
  appid: string;
  ip: string;
  /** Milliseconds since the epoch. */
  now: number;
  settings: Settings;
  /** Hashes and checks passwords, a few at a time for the whole gateway. */
  passwords: Passwords;
  /** Signs the addresses of pictures. */
  fileSecret: string;
  /** Aborted when the client hangs up, or has its answer. */
  gone: AbortSignal;
  /** Where long polls for news of a conversation wait. */
  waiting: Waiting;
  /** Has a model write answers. */
  writer: Writer;
}

/** A transaction on the real schema. */
export type Tx = Transaction<Tables>;
