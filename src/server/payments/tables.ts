import type { Generated, Selectable } from 'kysely';
import type { OnlineMethod, PaymentMethod } from '../../contract/buying/payment-methods';
import type { DisputeState } from '../../contract/desk/areas/disputes';
import type { ProviderRefundState, refundProblems } from '../../contract/desk/areas/provider-refunds';
import { byMember, type SpreadOf } from '../schema/spread';

/** Incoming payments of orders. */
export interface PaymentTables {
  payment_part: PaymentPartTable;
  payment_attempt: PaymentAttemptTable;
  receipt: ReceiptTable;
  provider_refund: ProviderRefundTable;
  dispute: DisputeTable;
  payment_review: PaymentReviewTable;
  remittance: RemittanceTable;
  usdt_address: UsdtAddressTable;
  usdt_reservation: UsdtReservationTable;
  usdt_open: UsdtOpenTable;
  usdt_transfer: UsdtTransferTable;
  sandbox_transfer: SandboxTransferTable;
  pay_ticket: PayTicketTable;
}

export const spread: SpreadOf<PaymentTables> = {
  payment_part: byMember,
  payment_attempt: byMember,
  receipt: byMember,
  provider_refund: byMember,
  dispute: byMember,
  payment_review: byMember,
  remittance: byMember,
  usdt_address: 'here',
  usdt_reservation: byMember,
  usdt_open: 'here',
  usdt_transfer: { by: 'key', column: 'txid' },
  sandbox_transfer: 'here',
  pay_ticket: 'here',
};

/** A transaction that an order needs; above the online limit there are several. */
interface PaymentPartTable {
  member: string;
  order_no: string;
  /** From 1. */
  part: number;
  /** Fen. */
  amount: number;
  paid: boolean;
}

/** An attempt to pay a part. Its id is the number under which the provider knows it. */
export interface PaymentAttemptTable {
  member: string;
  id: string;
  order_no: string;
  part: number;
  way: PaymentMethod;
  /** Fen. */
  amount: number;
  state: 'open' | 'failed' | 'paid';
  /** JSON: the provider's data for the next step; null until it has responded. */
  ticket: string | null;
  created_at: Date;
  expires_at: Date;
  /** When to query its provider next. */
  ask_at: Generated<Date | null>;
}

/** Money that arrived: one row per payment, even if its provider reports it repeatedly. */
interface ReceiptTable {
  member: string;
  /** The method and the provider's payment number. */
  id: string;
  order_no: string | null;
  way: PaymentMethod;
  /** Fen. */
  amount: number;
  /** A late or excess payment was credited to the member's balance. */
  used_for: 'order' | 'balance';
  at: Date;
}

/** A refund, or a part of one, to the card or the account that paid. */
interface ProviderRefundTable {
  member: string;
  /** `F20261120…`, for people. */
  number: string;
  /** The number under which the provider knows it: another one for each time that it is sent. */
  sent_as: string;
  order_no: string;
  /** The payment, by the id of its receipt. */
  receipt: string;
  way: OnlineMethod;
  /** Fen. */
  amount: number;
  reason: string;
  /** `balance`: it failed, and a person has credited it to the member's balance. */
  state: ProviderRefundState;
  /** Why it failed, and the provider's words for it. */
  why: (typeof refundProblems)[number] | null;
  problem: string | null;
  /** The provider's own number. */
  reference: string | null;
  /** How often it was sent on a decision of a person. */
  times: number;
  at: Date;
  /** When the provider was asked for it first, and when to contact the provider next. */
  sent_at: Date | null;
  ask_at: Date | null;
  /** When it was done, failed or was credited. */
  ended_at: Date | null;
}
export type ProviderRefund = Selectable<ProviderRefundTable>;

/** A payer disputes a payment at their bank, or complains at the provider: the money may be taken back. */
interface DisputeTable {
  member: string;
  /** `D20261120…`, for people. */
  number: string;
  way: PaymentMethod;
  /** The provider's number. */
  reference: string;
  order_no: string;
  /** The payment, by the id of its receipt. */
  receipt: string;
  /** Fen. */
  amount: number;
  reason: string;
  /** `inquiry`: the provider has taken nothing so far. */
  state: DisputeState;
  /** Whether the provider has taken the money until the decision, which is booked. */
  withheld: boolean;
  /** Until when the provider takes evidence. */
  deadline: Date | null;
  /** The person who recorded it; null: the provider reported it. */
  recorded_by: string | null;
  at: Date;
  ended_at: Date | null;
  /** After a loss: what a person has decided about the goods. `taken`: it counts as refunded. */
  goods: 'kept' | 'taken' | null;
  note: string | null;
  settled_at: Date | null;
}
export type Dispute = Selectable<DisputeTable>;

/** The missing or impossible part of a reported payment; `unanswered`: the provider gave no result to any query. */
export type UnfitReason = 'reference' | 'amount' | 'currency' | 'unanswered';

/** A reported payment that cannot be booked as it is: a person reviews it. */
interface PaymentReviewTable {
  member: string;
  /** SHA-256 over attempt and report, hex: the same notification again is the same row. */
  id: string;
  way: PaymentMethod;
  attempt: string;
  order_no: string;
  reason: UnfitReason;
  /** JSON of the outcome. */
  said: string;
  at: Date;
  settled_at: Date | null;
  /** The operator's note. */
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
  /** Whether the picture was marked as unused, after its period. */
  voucher_ended: Generated<boolean>;
  voucher_hash: string;
  /** An earlier remittance with the same voucher. */
  same_as: string | null;
  state: 'auditing' | 'approved' | 'rejected';
  /** Fen that arrived, if they were booked by their amount. */
  arrived: Generated<number>;
  reason: string | null;
  at: Date;
  decided_at: Date | null;
}

interface UsdtAddressTable {
  address: string;
  /** Number of reservations so far. */
  used: number;
  last_used: Date;
  /** Time up to which transfers have been read. */
  seen_until: Date;
}

/** The address and amount of an order, kept after its end so that late money finds its owner. The newest one counts. */
interface UsdtReservationTable {
  member: string;
  order_no: string;
  address: string;
  /** 10^-6 USDT. */
  amount: number;
  since: Date;
  deadline: Date;
}

/** The reservations of open orders: no two with the same address and amount. */
interface UsdtOpenTable {
  address: string;
  amount: number;
  order_no: string;
}

/** A transfer to one of our addresses by one transaction on the chain. */
export interface UsdtTransferTable {
  txid: string;
  address: string;
  payer: string;
  /** 10^-6 USDT. */
  amount: number;
  /** The order to which it is assigned, and its member. */
  order_no: string | null;
  member: string | null;
  /** `seen`: not final yet; `review`: for an operator; `settled`: an operator has resolved it. */
  state: 'seen' | 'credited' | 'review' | 'reverted' | 'gone' | 'settled';
  /** Why it is not an ordinary payment of the order; null if it is. */
  reason: 'late' | 'short' | 'excess' | 'unknown' | null;
  /** When its block was made, and when we first saw it. */
  at: Date;
  seen_at: Date;
}

/** The simulated chain of the sandbox. */
interface SandboxTransferTable {
  txid: string;
  address: string;
  amount: number;
  at: Date;
}

/** Opens the page for another browser for one attempt, once. */
interface PayTicketTable {
  /** SHA-256 of the ticket, hex. */
  hash: string;
  attempt: string;
  expires_at: Date;
  used_at: Date | null;
}
