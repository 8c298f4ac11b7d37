import type { Generated } from 'kysely';
import { byMember, type SpreadOf } from '../schema/spread';

export interface PayPasswordTables {
  pay_password: PayPasswordTable;
  pay_proof: PayProofTable;
  money_rest: MoneyRestTable;
}

export const spread: SpreadOf<PayPasswordTables> = {
  pay_password: byMember,
  pay_proof: 'here',
  money_rest: byMember,
};

/** A member whose ways in were changed: the balance cannot be used until then. */
interface MoneyRestTable {
  member: string;
  until: Date;
}

interface PayPasswordTable {
  member: string;
  /** scrypt, as for sign-in passwords. */
  hash: string;
  set_at: Date;
  /** Until then only a code to the contact with the key `trusted` permits a change; nothing does if that is null or was changed. */
  guarded_until: Generated<Date | null>;
  trusted: Generated<string | null>;
}

/** A proof that the payment password was entered in a session. */
interface PayProofTable {
  /** SHA-256 of the proof, hex. */
  hash: string;
  member: string;
  /** SHA-256 of the session's token: a proof is valid only in its session. */
  session: string;
  /** The only call and input for which it is valid (see `verifyPay`); null: one action of any kind. */
  call: Generated<string | null>;
  digest: Generated<string | null>;
  expires_at: Date;
}
