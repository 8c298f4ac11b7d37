import type { Generated } from 'kysely';
import type { PaymentMethod } from '../../contract/buying/payment-methods';

/** How the money of orders comes in. */
export interface PaymentTables {
  payment_part: PaymentPartTable;
  payment_attempt: PaymentAttemptTable;
  receipt: ReceiptTable;
  payment_review: PaymentReviewTable;
  remittance: RemittanceTable;
  usdt_address: UsdtAddressTable;
  usdt_reservation: UsdtReservationTable;
  usdt_open: UsdtOpenTable;
  usdt_transfer: UsdtTransferTable;
  sandbox_transfer: SandboxTransferTable;
  pay_ticket: PayTicketTable;
}

/** One transaction that an order takes; above the online limit there are several. */
interface PaymentPartTable {
  order_no: string;
  /** From 1. */
  part: number;
  /** Fen. */
  amount: number;
  paid: boolean;
}

/** One try to pay a part. Its id is the number that the provider knows it by. */
export interface PaymentAttemptTable {
  id: string;
  order_no: string;
  part: number;
  way: PaymentMethod;
  /** Fen. */
  amount: number;
  state: 'open' | 'failed' | 'paid';
  /** JSON: what the provider gave to go on with; null until it has answered. */
  ticket: string | null;
  created_at: Date;
  expires_at: Date;
  /** When its provider is to be asked about it next. */
  ask_at: Generated<Date | null>;
}

/** Money that arrived, once for each payment whatever how often its provider tells of it. */
interface ReceiptTable {
  /** Way and the provider's number of the payment. */
  id: string;
  order_no: string | null;
  way: PaymentMethod;
  /** Fen. */
  amount: number;
  /** What came too late or too much went to the member's balance. */
  used_for: 'order' | 'balance';
  at: Date;
}

/** What is missing or impossible in a payment that a provider tells of; `unanswered`: it tells of none, however often it is asked. */
export type UnfitReason = 'reference' | 'amount' | 'currency' | 'unanswered';

/** What a provider says was paid, and cannot be booked as it is: a person looks at it. */
interface PaymentReviewTable {
  /** SHA-256 over attempt and what was said, hex: the same notice again is the same row. */
  id: string;
  way: PaymentMethod;
  attempt: string;
  order_no: string;
  reason: UnfitReason;
  /** JSON of the outcome. */
  said: string;
  at: Date;
  settled_at: Date | null;
  /** The operator's words. */
  note: string | null;
}

interface RemittanceTable {
  id: string;
  member: string;
  /** null: a recharge of the balance. */
  order_no: string | null;
  /** Fen. */
  amount: number;
  phone: string;
  /** Id of a picture, and the SHA-256 of its bytes. */
  voucher: string;
  voucher_hash: string;
  /** An earlier remittance with the same voucher. */
  same_as: string | null;
  state: 'auditing' | 'approved' | 'rejected';
  reason: string | null;
  at: Date;
  decided_at: Date | null;
}

interface UsdtAddressTable {
  address: string;
  /** Reservations so far. */
  used: number;
  last_used: Date;
  /** Transfers up to here have been looked at. */
  seen_until: Date;
}

/** What an order is to be paid to, kept after it has ended so that late money finds its owner. The newest counts. */
interface UsdtReservationTable {
  order_no: string;
  address: string;
  /** 10^-6 USDT. */
  amount: number;
  since: Date;
  deadline: Date;
}

/** The reservations of orders that have not ended: no two with the same address and amount. */
interface UsdtOpenTable {
  address: string;
  amount: number;
  order_no: string;
}

/** What one transaction on the chain transferred to one of our addresses. */
export interface UsdtTransferTable {
  txid: string;
  address: string;
  payer: string;
  /** 10^-6 USDT. */
  amount: number;
  /** The order that it is taken for, and whose member. */
  order_no: string | null;
  member: string | null;
  /** `seen`: not final yet; `review`: for an operator; `settled`: an operator has dealt with it. */
  state: 'seen' | 'credited' | 'review' | 'reverted' | 'gone' | 'settled';
  /** Why it is not simply the payment of the order; null when it is. */
  reason: 'late' | 'short' | 'excess' | 'unknown' | null;
  /** When its block was made, and when we saw it. */
  at: Date;
  seen_at: Date;
}

/** The sandbox's chain. */
interface SandboxTransferTable {
  txid: string;
  address: string;
  amount: number;
  at: Date;
}

/** Opens the outside-browser page of one attempt, once. */
interface PayTicketTable {
  /** SHA-256 of the ticket, hex. */
  hash: string;
  attempt: string;
  expires_at: Date;
  used_at: Date | null;
}
