import type { Generated } from 'kysely';
import type { FailReason, OrderState } from '../../contract/buying/orders';
import type { PaymentMethod } from '../../contract/buying/payment-methods';
import type { Category, Currency } from '../../contract/buying/products';

/** What members have ordered, and what came of it. */
export interface OrderTables {
  purchase: PurchaseTable;
  purchase_line: PurchaseLineTable;
  membership: MembershipTable;
  identity: IdentityTable;
  signature: SignatureTable;
  dictionary_word: DictionaryWordTable;
  refund_request: RefundRequestTable;
}

/** An order. Amounts in its currency: fen, points or beans. */
export interface PurchaseTable {
  order_no: string;
  member: string;
  /** One order a key and member, whichever call it came by. */
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
  /** What has arrived, and what was given back after it was paid. */
  paid: number;
  refunded: number;
  /** JSON. */
  address: string | null;
  /** How the goods travel. */
  shipment: string | null;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  /** The newest payment's number as its provider gave it. */
  payment_no: string | null;
  /** It brings balance and no goods. */
  top_up: Generated<boolean>;
  /** Of who tops up (spec §5, recharge). */
  phone: Generated<string | null>;
}

/** What a member asks to have back of a paid order: the newest request of each. */
interface RefundRequestTable {
  order_no: string;
  member: string;
  /** The member's words. */
  reason: string;
  state: 'asked' | 'refunded' | 'refused';
  /** The operator's words, where it was refused. */
  answer: string | null;
  at: Date;
  decided_at: Date | null;
}

/** A line as it was bought: later changes of the product are none of its. */
export interface PurchaseLineTable {
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
  /** The device order that it became, or renewed, once paid. */
  device: string | null;
}

/** Other words than ours for a value of a dictionary. */
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

/** Who a member is, as the first contract was signed. */
interface IdentityTable {
  member: string;
  id_type: 'residentId' | 'passport';
  id_number: string;
  name: string;
}

/** A signed contract, with the words that were signed. */
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
