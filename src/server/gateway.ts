import type { Limits } from './admission';
import type { Db } from './db/database';
import type { Passwords } from './passwords';
import type { Settings } from './settings';

/** What the parts of the running gateway share. */
export interface Gateway {
  db: Db;
  settings: Settings;
  passwords: Passwords;
  limits: Limits;
  /** Signs the addresses of pictures. The signing secret of the wire cannot: every client has it. */
  fileSecret: string;
  /** Milliseconds since the epoch. */
  now(): number;
}
