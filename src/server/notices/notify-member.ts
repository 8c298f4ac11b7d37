import { randomUUID } from 'node:crypto';
import type { PartnerEventType } from '../../contract/embed/partner-events';
import type { NotificationKind } from '../../contract/support/notifications';
import type { Tx } from '../db/database';
import { enqueue } from '../jobs/jobs';
import type { MessageName } from '../kernel/messages';
import { reachAbout } from './reach/reach-about';

/**
 * The kinds of system message with their values. `amount` and `fee` are fen; the reader sees them as money. A number is the one that the
 * member knows; a reason is the operator's text.
 */
export interface MessageValues {
  withdrawalApproved: { amount: number; number: string };
  withdrawalRejected: { amount: number; number: string; reason: string };
  withdrawalRemitted: { amount: number; number: string };
  withdrawalReturned: { amount: number; number: string; reason: string };
  workOrderAnswered: { number: string; title: string };
  /** In the support chat, whose text stays there. */
  supportAnswered: object;
  orderPaid: { orderNo: string };
  /** Money that arrived for an order which could not accept it. */
  paymentToBalance: { orderNo: string; amount: number };
  /** `days`: until the machines expire, or in which they may still be renewed. */
  machinesExpiring: { serialNumber: string; days: number };
  machinesExpired: { serialNumber: string; days: number };
  firstCoupon: { code: string; amount: number; minimum: number; days: number };
  teamLeader: object;
  pointsUnfrozen: { phones: number; enough: number };
  orderShipped: { orderNo: string; shipment: string };
  /** In points or cloud beans. */
  orderRefunded: { orderNo: string; reason: string };
  refundToBalance: { orderNo: string; amount: number; reason: string };
  /** To the card or the account that paid. */
  refundToPayment: { orderNo: string; amount: number; reason: string };
  /** `rest`: what went to the balance. */
  refundToBoth: { orderNo: string; amount: number; rest: number; reason: string };
  /** The card or the account did not take it, so it went to the balance. */
  refundTurned: { orderNo: string; amount: number };
  refundRefused: { orderNo: string; reason: string };
  invoiceIssued: { orderNo: string; number: string };
  invoiceRefused: { orderNo: string; reason: string };
  /** The credit note for what was refunded. */
  invoiceCredited: { orderNo: string; number: string };
  remittanceRejected: { amount: number; reason: string };
  /** `left`: what the order still needs. */
  remittanceShort: { orderNo: string; amount: number; left: number };
  /** A correction by the back office. */
  balanceCredited: { amount: number; reason: string };
  balanceDebited: { amount: number; reason: string };
  rechargeCredited: { amount: number };
  payPasswordSet: object;
  payPasswordPaused: object;
  payoutAccountAdded: { account: string; hours: number };
  withdrawalRequested: { amount: number; number: string; account: string };
  signedInElsewhere: { ip: string };
  passwordChanged: object;
  passkeyAdded: { name: string };
  passkeyEnded: { name: string };
  authenticatorAdded: object;
  authenticatorEnded: object;
  partnerLinked: { name: string };
  partnerAsks: { name: string };
  declarationConfirmed: { customer: string; amount: number; reason: string };
  declarationRejected: { customer: string; amount: number; reason: string };
  /** `2026-11-20`, in China. */
  postHidden: { date: string; reason: string };
  postCommented: { nickname: string; text: string };
  commentHidden: { date: string; reason: string };
  /** The back office has looked at the screen of a cloud phone with this name. */
  screenSeen: { name: string; reason: string };
  /** A partner's support asks to watch the screen of a cloud phone, and begins to. */
  watchAsked: { name: string; site: string };
  watchBegan: { name: string; site: string };
  followed: { nickname: string };
  saleReturned: { amount: number; number: string; name: string };
  /** `2026-12-09`, in China. */
  deletionAsked: { date: string };
  deletionPutOff: { date: string };
  deletionKept: object;
  copyReady: { days: number };
  /** `2026-11-20`: the day of the new user agreement. */
  termsChanged: { date: string };
  /** The operator's own text. */
  text: { text: string };
}

export type MemberMessage = {
  [Kind in keyof MessageValues]: {
    kind: Kind;
    values: MessageValues[Kind];
    /** A screen of ours, without `#/`: `pages/mine/withDrawRecord?id=…`. */
    link?: string;
  };
}[keyof MessageValues];

type Kind = keyof MessageValues;

/**
 * The subject of each kind, which the member can turn off. Messages that reveal a thief to the owner are `security`, and are always sent.
 */
const about: Record<Kind, NotificationKind | 'security'> = {
  withdrawalApproved: 'money',
  withdrawalRejected: 'money',
  withdrawalRemitted: 'money',
  withdrawalReturned: 'money',
  workOrderAnswered: 'support',
  supportAnswered: 'support',
  orderPaid: 'orders',
  paymentToBalance: 'money',
  machinesExpiring: 'devices',
  machinesExpired: 'devices',
  firstCoupon: 'news',
  teamLeader: 'news',
  pointsUnfrozen: 'money',
  orderShipped: 'orders',
  orderRefunded: 'orders',
  refundToBalance: 'orders',
  refundToPayment: 'orders',
  refundToBoth: 'orders',
  refundTurned: 'money',
  refundRefused: 'orders',
  invoiceIssued: 'orders',
  invoiceRefused: 'orders',
  invoiceCredited: 'orders',
  remittanceRejected: 'money',
  remittanceShort: 'money',
  balanceCredited: 'money',
  balanceDebited: 'money',
  rechargeCredited: 'money',
  payPasswordSet: 'security',
  payPasswordPaused: 'security',
  payoutAccountAdded: 'security',
  withdrawalRequested: 'security',
  signedInElsewhere: 'security',
  passwordChanged: 'security',
  passkeyAdded: 'security',
  passkeyEnded: 'security',
  authenticatorAdded: 'security',
  authenticatorEnded: 'security',
  partnerLinked: 'security',
  partnerAsks: 'security',
  declarationConfirmed: 'orders',
  declarationRejected: 'orders',
  postHidden: 'feed',
  postCommented: 'feed',
  commentHidden: 'feed',
  screenSeen: 'security',
  watchAsked: 'security',
  watchBegan: 'security',
  followed: 'feed',
  saleReturned: 'money',
  deletionAsked: 'security',
  deletionPutOff: 'security',
  deletionKept: 'security',
  copyReady: 'security',
  termsChanged: 'news',
  text: 'news',
};

/** Of a kind as it is stored; `news` for one that is no longer there. */
export const aboutOf = (kind: string): NotificationKind | 'security' => about[kind as Kind] ?? 'news';

/** The title and the sentence of a kind, in `server.json` under its name. A kind without texts does not compile. */
export const wordsOf = (kind: Kind): { title: MessageName; text: MessageName } => ({
  title: `told_${kind}`,
  text: `told_${kind}Text`,
});

/**
 * Writes a system message (spec §7 `txSysMsg`) to one member, in the caller's transaction, so that it is sent exactly if the event
 * happened. Stored as kind and values, and translated into the reader's language when it is read. `now` in milliseconds since the epoch.
 * Returns its id. To add a kind: add it to `MessageValues`, and its texts to `i18n/<locale>/server.json`.
 */
export async function notifyMember(
  tx: Tx,
  member: string,
  message: MemberMessage,
  now: number,
): Promise<string> {
  const id = randomUUID();
  const { isReached, isLinked } = await insertMessage(tx, id, member, message, now);
  if (isReached) await reachAbout(tx, { messages: [id] }, now);
  const event = partnerEvents[message.kind] as ((values: object) => PartnerEvent) | undefined;
  if (event && isLinked) await tellPartners(tx, member, event(message.values), now);
  return id;
}

/**
 * Inserts the message, and returns whether anything may go to the member outside of the app: they have chosen it, or it is theirs to know and they
 * have a mailbox; and whether they are linked to a partner. One statement, because a message belongs to almost every transaction.
 */
async function insertMessage(
  tx: Tx,
  id: string,
  member: string,
  { kind, values, link }: MemberMessage,
  now: number,
) {
  const row = {
    id,
    member,
    kind,
    told: JSON.stringify(values),
    link: link ?? null,
    at: new Date(now),
    read_at: null,
  };
  const found = await tx
    .with('written', (message) => message.insertInto('system_message').values(row).returning('id'))
    .selectFrom('member as m')
    .leftJoin('notify_choice as c', 'c.member', 'm.id')
    .select((is) => [
      'm.email',
      'c.member',
      is
        .exists(is.selectFrom('partner_member as p').select('p.partner').where('p.member', '=', member))
        .as('linked'),
    ])
    .where('m.id', '=', member)
    .executeTakeFirst();
  return {
    isReached: !!found?.member || (about[kind] === 'security' && !!found?.email),
    isLinked: !!found?.linked,
  };
}

/** Marks the messages of a kind as read when the member has seen what they are about: nothing of them goes out any more. */
export const markKindRead = (tx: Tx, member: string, kind: Kind, now: number) =>
  tx
    .updateTable('system_message')
    .set({ read_at: new Date(now) })
    .where('member', '=', member)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .execute();

type PartnerEvent = [type: PartnerEventType, data: object];

/** The webhook event for partners that subscribe to it: the object and its state. Never amounts, names or reasons. */
const partnerEvents: { [Kind in keyof MessageValues]?: (values: MessageValues[Kind]) => PartnerEvent } = {
  withdrawalRequested: ({ number }) => ['withdrawal.updated', { number, state: 'applied' }],
  withdrawalApproved: ({ number }) => ['withdrawal.updated', { number, state: 'approved' }],
  withdrawalRejected: ({ number }) => ['withdrawal.updated', { number, state: 'rejected' }],
  withdrawalRemitted: ({ number }) => ['withdrawal.updated', { number, state: 'remitted' }],
  withdrawalReturned: ({ number }) => ['withdrawal.updated', { number, state: 'rejected' }],
  orderPaid: ({ orderNo }) => ['order.paid', { orderNo }],
  orderRefunded: ({ orderNo }) => ['order.refunded', { orderNo }],
  refundToBalance: ({ orderNo }) => ['order.refunded', { orderNo }],
  refundToPayment: ({ orderNo }) => ['order.refunded', { orderNo }],
  refundToBoth: ({ orderNo }) => ['order.refunded', { orderNo }],
  workOrderAnswered: ({ number }) => ['work_order.answered', { number }],
};

/** A job notifies partners after the commit. */
const tellPartners = (tx: Tx, member: string, [type, data]: PartnerEvent, now: number) =>
  enqueue(tx, { kind: 'tell-partner', payload: { member, type, data } }, now);
