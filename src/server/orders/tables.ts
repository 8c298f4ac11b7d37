import type { Generated } from 'kysely';
import type { FailReason, OrderState } from '../../contract/buying/orders';
import type { PaymentMethod } from '../../contract/buying/payment-methods';
import type { Category, Currency } from '../../contract/buying/products';
import { byMember, type SpreadOf } from '../schema/spread';

/** Members' orders, their lines, refunds and contracts. */
export interface OrderTables {
  purchase: PurchaseTable;
  purchase_line: PurchaseLineTable;
  membership: MembershipTable;
  identity: IdentityTable;
  signature: SignatureTable;
  dictionary_word: DictionaryWordTable;
  refund_request: RefundRequestTable;
}

export const spread: SpreadOf<OrderTables> = {
  purchase: byMember,
  purchase_line: byMember,
  membership: byMember,
  identity: byMember,
  signature: byMember,
  dictionary_word: 'everywhere',
  refund_request: byMember,
};

/** An order. Amounts in its currency: fen, points or beans. */
export interface PurchaseTable {
  order_no: string;
  member: string;
  /** A key belongs to one order of a member, whichever call created it. */
  request_key: string;
  /** Changed only in `settle.ts`, and only forward. */
  state: OrderState;
  fail_reason: FailReason | null;
  way: PaymentMethod;
  currency: Currency;
  amount: number;
  discount: number;
  total: number;
  coupon: string | null;
  /** The amount received, and the amount refunded after payment. */
  paid: number;
  refunded: number;
  /** JSON. */
  address: string | null;
  /** The shipment of the goods. */
  shipment: string | null;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  /** The provider's number of the newest payment. */
  payment_no: string | null;
  /** The order is a top-up of the balance and has no goods. */
  top_up: Generated<boolean>;
  /** Of the member who tops up (spec §5, recharge). */
  phone: Generated<string | null>;
}

/** A member's refund request for a paid order: the newest one of each order. */
interface RefundRequestTable {
  order_no: string;
  member: string;
  /** The member's text. */
  reason: string;
  state: 'asked' | 'refunded' | 'refused';
  /** The operator's text, if the request was rejected. */
  answer: string | null;
  at: Date;
  decided_at: Date | null;
}

/** A line as it was bought: later changes of the product do not affect it. */
export interface PurchaseLineTable {
  member: string;
  order_no: string;
  position: number;
  product: string;
  name_en: string;
  name_zh: string;
  /** `textColumns` of the name. */
  texts: Generated<string>;
  category: Category;
  quantity: number;
  unit_price: number;
  amount: number;
  quantity_discount: number;
  member_discount: number;
  coupon_discount: number;
  total: number;
  days: number;
  daily_rent: number;
  /** The device order that it renews. */
  renews: string | null;
  /** The device order that it created or renewed once paid. */
  device: string | null;
  /** JSON: `TaxRates` that the price contains; null for a line that is older than they are. */
  tax_rates: Generated<string | null>;
}

/** Words that replace ours for a value of a dictionary. */
interface DictionaryWordTable {
  dictionary: string;
  value: string;
  en: string;
  zh: string;
  /** JSON: `Texts`. */
  texts: Generated<string>;
}

interface MembershipTable {
  member: string;
  until: Date;
}

/** A member's identity, as signed in the first contract. */
interface IdentityTable {
  member: string;
  id_type: 'residentId' | 'passport';
  id_number: string;
  name: string;
}

/** A signed contract, with the text that was signed. */
interface SignatureTable {
  order_no: string;
  member: string;
  name: string;
  id_type: 'residentId' | 'passport';
  id_number: string;
  /** Id of a picture. */
  picture: string;
  title: string;
  /** JSON: paragraphs. */
  text: string;
  /** SHA-256 of title and paragraphs, hex. */
  hash: string;
  signed_at: Date;
}
