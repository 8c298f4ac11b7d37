import type { Generated } from 'kysely';

/** The tables of the gateway itself. Times are `timestamptz`; ids are made by the application. */
export interface CoreTables {
  /** Secrets that the gateway made for itself and that all its instances share. */
  secret: { name: string; value: string };
  session: SessionTable;
  nonce: { uuid: string; until: Date };
  answered: AnsweredTable;
  throttle: { key: string; count: number; until: Date };
  account: AccountTable;
  transfer: TransferTable;
  posting: PostingTable;
  job: JobTable;
  cron_slot: { name: string; slot: number };
  message: MessageTable;
  picture: PictureTable;
  /** Written to by whoever asks whether it can be written to. */
  health: { id: string; at: Date };
}

interface SessionTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  member: string;
  appid: string;
  issued_at: Date;
  expires_at: Date;
  /** `RequestContext.device.id` of where it was opened; the address and the browser it was last used from, cut short. */
  device: Generated<string | null>;
  ip: Generated<string>;
  agent: Generated<string>;
  /** To ten minutes; null in a session that is older than the column. */
  seen_at: Generated<Date | null>;
}

interface AnsweredTable {
  member: string;
  call: string;
  key: string;
  /** SHA-256 of the data, hex. */
  hash: string;
  /** JSON; null only inside the transaction that is still working on it. */
  answer: string | null;
  at: Date;
}

interface AccountTable {
  id: string;
  /** null for a system account. */
  member: string | null;
  kind: string;
  asset: string;
  /** In the smallest unit of the asset. */
  balance: number;
  /** 0 for a member's account, null for a system account. */
  floor: number | null;
  /** Postings it has had. */
  moves: Generated<number>;
}

interface TransferTable {
  id: string;
  kind: string;
  asset: string;
  memo: string;
  /** What it was for: the number of an order, a withdrawal … */
  ref: string;
  at: Date;
  /** The rule that brought it (`accruals/rules.ts`). */
  rule: Generated<string | null>;
}

interface PostingTable {
  transfer: string;
  account: string;
  amount: number;
  balance_after: number;
  /** From 1, without a gap in an account: the order in which its balance changed. */
  seq: number;
}

interface JobTable {
  id: string;
  kind: string;
  /** JSON. */
  payload: string;
  state: 'ready' | 'done' | 'dead';
  run_at: Date;
  attempts: number;
  lease: string | null;
  lease_until: Date | null;
  last_error: string | null;
}

interface MessageTable {
  id: string;
  channel: 'mail' | 'sms';
  address: string;
  subject: string;
  text: string;
  at: Date;
  delivered_at: Date | null;
}

/** Pictures, and videos. */
interface PictureTable {
  id: string;
  owner: string;
  type: string;
  /** Bytes. */
  size: number;
  name: string;
  /** Whether every member may see it. */
  shared: boolean;
  at: Date;
  /** Pixels, upright; null when it could not be measured. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  /** How long a video is. */
  seconds: Generated<number | null>;
  /** Something refers to it; what a member has sent and never used is thrown away. */
  used: Generated<boolean>;
}
