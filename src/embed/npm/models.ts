// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
import type { Scope } from '../api';

export interface LinkedMember {
  /** Your id for the customer. */
  member: string;
  /** ISO 8601. */
  since: string;
}

export interface DeliveredMessage {
  /** The id of a message, also its webhook-id. */
  id: string;
  type: string;
  /** As it is sent: type, timestamp, data. */
  body: Record<string, unknown>;
  attempts: number;
  /** ISO 8601; absent until a 2xx. */
  deliveredAt?: string | undefined;
  /** The HTTP status of the last attempt, or the reason why there was none. */
  lastResult?: string | undefined;
}

export interface Token {
  /** For the page that asked; begins with et_. */
  token: string;
  /** Lifetime in seconds. */
  expiresIn: number;
  /** Identifies the member to your page; the same for every token of the customer. */
  subject: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** Of a gateway in test mode. */
  test?: boolean | undefined;
}

export interface LinkMemberResult {
  /** Your id for the customer. */
  member: string;
  /** Whether the customer is linked to an account. */
  linked: boolean;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** Our page on which the customer gives consent; valid for 30 minutes. */
  connectUrl?: string | undefined;
}

export interface ConnectMemberResult {
  /** Your id for the customer. */
  member: string;
  /** Whether the customer is linked to an account. */
  linked: boolean;
  /** Tell us this id when you ask about the request. */
  requestId: string;
}

export interface CreateMemberResult {
  /** Your id for the customer. */
  member: string;
  /** Whether the customer is linked to an account. */
  linked: boolean;
  /** Whether this request created the account. */
  created: boolean;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** The user name of a member made with `test`. */
  account?: string | undefined;
}

export interface UnlinkMemberResult {
  /** Your id for the customer. */
  member: string;
  /** Whether the customer is linked to an account. */
  linked: boolean;
  /** Tell us this id when you ask about the request. */
  requestId: string;
}

export interface ListMembersResult {
  items: LinkedMember[];
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** Your id for the customer. */
  next?: string | undefined;
}

export interface ListMessagesResult {
  items: DeliveredMessage[];
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** The id of a message, also its webhook-id. */
  next?: string | undefined;
}

export interface ReplayMessageResult {
  /** The id of a message, also its webhook-id. */
  id: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
}

export interface Watch {
  /** Your id for the customer. */
  member: string;
  /** The id of the question. */
  id: string;
  /** asked: not answered yet. declined or expired: no. allowed: you may open it. watching: a page shows it. ended: it is over; one of asked, declined, expired, allowed, watching, ended. */
  state: 'asked' | 'declined' | 'expired' | 'allowed' | 'watching' | 'ended';
  /** When it ends by itself, or has ended: ISO 8601. */
  until: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
}

export interface OpenWatchResult {
  /** Your id for the customer. */
  member: string;
  /** The id of the question. */
  id: string;
  /** For the `src` of an iframe. */
  url: string;
  /** When the watching ends: ISO 8601. */
  until: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
}

export interface TestApproveResult {
  /** Your id for the customer. */
  member: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** The number of the withdrawal or work order. */
  number: string;
  /** The new state of the withdrawal. */
  state: string;
}

export interface TestRejectResult {
  /** Your id for the customer. */
  member: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** The number of the withdrawal or work order. */
  number: string;
  /** The new state of the withdrawal. */
  state: string;
}

export interface TestRemitResult {
  /** Your id for the customer. */
  member: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** The number of the withdrawal or work order. */
  number: string;
  /** The new state of the withdrawal. */
  state: string;
}

export interface TestAnswerResult {
  /** Your id for the customer. */
  member: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** The number of the withdrawal or work order. */
  number: string;
}

export interface TestPublishResult {
  /** Your id for the customer. */
  member: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** The id of the notice. */
  id: string;
}

export interface TestPayResult {
  /** Your id for the customer. */
  member: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** The number of the order. */
  orderNo: string;
  /** Whether the order took the money; otherwise the balance did. */
  paid: boolean;
}

export interface TestRefundResult {
  /** Your id for the customer. */
  member: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** The number of the order. */
  orderNo: string;
}

export interface TestAdvanceResult {
  /** Your id for the customer. */
  member: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** The days that passed. */
  days: number;
  /** Daily rents that were paid, one for each machine order and day. */
  rents: number;
  /** Unpaid orders that expired. */
  expired: number;
}

export interface TestUnlinkResult {
  /** Your id for the customer. */
  member: string;
  /** Tell us this id when you ask about the request. */
  requestId: string;
  /** Whether the customer is linked to an account. */
  linked: boolean;
}

export interface TestMember {
  /** To sign in as this member and to confirm withdrawals. */
  password: string;
  /** The balance in fen; default: 0. */
  balance?: number | undefined;
}

export interface MintTokenInput {
  /** Your id for the customer. */
  member: string;
  /** The feature that the page shows. */
  feature: string;
  /** The exact origin of the page: https://shop.example. */
  origin: string;
  /** `all` (the default), or scopes of the feature. */
  scopes?: 'all' | readonly Scope[] | undefined;
  /** Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected. */
  returnTo?: string | undefined;
  /** Lifetime in seconds; default: 300. */
  ttl?: number | undefined;
}

export interface LinkMemberInput {
  /** Your id for the customer. */
  member: string;
  /** The exact origin of the page: https://shop.example. */
  origin: string;
  /** Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected. */
  returnTo?: string | undefined;
}

export interface ConnectMemberInput {
  /** Your id for the customer whose session the browser has; never from the URL. */
  member: string;
  /** The parameter cloudphone_code of your return address. */
  code: string;
}

export interface CreateMemberInput {
  /** Your id for the customer. */
  member: string;
  /** The email address or phone number (+44…) of the customer. We write to it. */
  contact: string;
  /** The exact origin of the page: https://shop.example. */
  origin: string;
  /** The language of our message to the contact; one of en, zh, zh-Hant, vi; default: en. */
  locale?: 'en' | 'zh' | 'zh-Hant' | 'vi' | undefined;
  test?: TestMember | undefined;
  /** Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected. */
  returnTo?: string | undefined;
}

export interface UnlinkMemberInput {
  /** Your id for the customer. */
  member: string;
}

export interface ListMembersInput {
  /** Your id for the customer. */
  from?: string | undefined;
  /** Entries to return; default: 50. */
  pageSize?: number | undefined;
}

export interface ListMessagesInput {
  /** The id of a message, also its webhook-id. */
  from?: string | undefined;
  /** Entries to return; default: 50. */
  pageSize?: number | undefined;
}

export interface ReplayMessageInput {
  /** The id of a message, also its webhook-id. */
  id: string;
}

export interface AskToWatchInput {
  /** Your id for the customer. */
  member: string;
  /** The id of the cloud phone: `id` in the path of its screen, as in cp-routechange. */
  phone: string;
  /** The name of the support person, for the customer. */
  person: string;
  /** Why, for the customer. */
  reason: string;
  /** The exact origin of your support page. */
  origin: string;
  /** For how long, counted from the answer; default: 10. */
  minutes?: number | undefined;
}

export interface GetWatchInput {
  /** Your id for the customer. */
  member: string;
  /** The id of the question. */
  id: string;
}

export interface OpenWatchInput {
  /** Your id for the customer. */
  member: string;
  /** The id of the question. */
  id: string;
}

export interface EndWatchInput {
  /** Your id for the customer. */
  member: string;
  /** The id of the question. */
  id: string;
}

export interface TestApproveInput {
  /** Your id for the customer. */
  member: string;
  /** The number of the withdrawal or work order. */
  number: string;
}

export interface TestRejectInput {
  /** Your id for the customer. */
  member: string;
  /** The number of the withdrawal or work order. */
  number: string;
  /** default: Rejected by a test. */
  reason?: string | undefined;
}

export interface TestRemitInput {
  /** Your id for the customer. */
  member: string;
  /** The number of the withdrawal or work order. */
  number: string;
}

export interface TestAnswerInput {
  /** Your id for the customer. */
  member: string;
  /** The number of the withdrawal or work order. */
  number: string;
  /** default: Answered by a test.. */
  text?: string | undefined;
}

export interface TestPublishInput {
  /** Your id for the customer. */
  member: string;
  /** default: A notice of a test. */
  title?: string | undefined;
  /** default: Published by a test.. */
  text?: string | undefined;
  /** The language of the notice; one of en, zh, zh-Hant, vi; default: en. */
  locale?: 'en' | 'zh' | 'zh-Hant' | 'vi' | undefined;
}

export interface TestPayInput {
  /** Your id for the customer. */
  member: string;
  /** The number of the order. */
  orderNo: string;
}

export interface TestRefundInput {
  /** Your id for the customer. */
  member: string;
  /** The number of the order. */
  orderNo: string;
}

export interface TestAdvanceInput {
  /** Your id for the customer. */
  member: string;
  days: number;
}

export interface TestUnlinkInput {
  /** Your id for the customer. */
  member: string;
}
