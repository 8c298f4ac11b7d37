import type { Writer } from '../ai/writer';
import type { Passwords } from '../auth/passwords';
import type { Db } from '../db/database';
import type { Limits } from '../http/admission';
import type { Waiting } from '../im/waiting';
import type { Settings } from '../settings/settings';

/** What the parts of the running gateway share. */
export interface Gateway {
  db: Db;
  settings: Settings;
  passwords: Passwords;
  limits: Limits;
  /** Signs the addresses of pictures. The signing secret of the wire cannot: every client has it. */
  fileSecret: string;
  /** The long polls that wait here for news of a conversation. */
  waiting: Waiting;
  /** The answers that a model is writing here. */
  writer: Writer;
  /** Milliseconds since the epoch. */
  now(): number;
}
