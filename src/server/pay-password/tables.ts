import type { Generated } from 'kysely';

export interface PayPasswordTables {
  pay_password: PayPasswordTable;
  pay_proof: PayProofTable;
}

interface PayPasswordTable {
  member: string;
  /** scrypt, as sign-in passwords are. */
  hash: string;
  set_at: Date;
  /** Until then it is replaced by a code to the contact with the key `trusted` only; by nothing where that is null or changed. */
  guarded_until: Generated<Date | null>;
  trusted: Generated<string | null>;
}

/** That somebody has typed the payment password in a session. */
interface PayProofTable {
  /** SHA-256 of the proof, hex. */
  hash: string;
  member: string;
  /** SHA-256 of the session's token: a proof is good for nothing in another session. */
  session: string;
  /** The only call and input that it is good for, as `verifyPay` has them; null: one action of any kind. */
  call: Generated<string | null>;
  digest: Generated<string | null>;
  expires_at: Date;
}
