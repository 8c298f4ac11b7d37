import { randomUUID } from 'node:crypto';
import type { PartnerEventType } from '../../contract/embed/partner-events';
import type { Tx } from '../db/database';
import { enqueue } from '../jobs/jobs';
import type { MessageName } from '../kernel/messages';

/**
 * What the server can tell a member, and the values it says it with. `amount` and `fee` are fen; the reader sees them as
 * money. A number is the one that the member knows the thing by; a reason is as the operator wrote it.
 */
export interface MessageValues {
  withdrawalApproved: { amount: number; number: string };
  withdrawalRejected: { amount: number; number: string; reason: string };
  withdrawalRemitted: { amount: number; number: string };
  workOrderAnswered: { number: string; title: string };
  orderPaid: { orderNo: string };
  /** Money that came for an order which could not take it. */
  paymentToBalance: { orderNo: string; amount: number };
  /** `days`: until they expire, or in which they may still be renewed. */
  machinesExpiring: { serialNumber: string; days: number };
  machinesExpired: { serialNumber: string; days: number };
  firstCoupon: { code: string; amount: number; minimum: number; days: number };
  teamLeader: object;
  pointsUnfrozen: { phones: number; enough: number };
  orderShipped: { orderNo: string; shipment: string };
  orderRefunded: { orderNo: string; reason: string };
  refundRefused: { orderNo: string; reason: string };
  remittanceRejected: { amount: number; reason: string };
  rechargeCredited: { amount: number };
  payPasswordSet: object;
  payPasswordPaused: object;
  payoutAccountAdded: { account: string; hours: number };
  withdrawalRequested: { amount: number; number: string; account: string };
  signedInElsewhere: { ip: string };
  passwordChanged: object;
  partnerLinked: { name: string };
  declarationConfirmed: { customer: string; amount: number; reason: string };
  declarationRejected: { customer: string; amount: number; reason: string };
  /** `2026-11-20`, in China. */
  postHidden: { date: string; reason: string };
  postCommented: { nickname: string; text: string };
  commentHidden: { date: string; reason: string };
  followed: { nickname: string };
  saleReturned: { amount: number; number: string; name: string };
  /** The operator's own words. */
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

/** The title of a kind and its sentence, in `server.json` under its name. A kind that lacks its words there does not compile. */
export const wordsOf = (kind: Kind): { title: MessageName; text: MessageName } => ({
  title: `told_${kind}`,
  text: `told_${kind}Text`,
});

/**
 * Writes a system message (spec §7 `txSysMsg`) to one member, in the caller's transaction: it is told if what it tells of
 * has happened, and once. Kept as kind and values, and worded in the reader's language when it is read. `now` in
 * milliseconds since the epoch. Gives its id.
 *
 * To tell of something new: add its kind to `MessageValues`, and its words to `i18n/<locale>/server.json`.
 */
export async function notifyMember(
  tx: Tx,
  member: string,
  message: MemberMessage,
  now: number,
): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto('system_message')
    .values({
      id,
      member,
      kind: message.kind,
      told: JSON.stringify(message.values),
      link: message.link ?? null,
      at: new Date(now),
      read_at: null,
    })
    .execute();
  const about = partnerEvents[message.kind] as ((values: object) => PartnerEvent) | undefined;
  if (about) await tellPartners(tx, member, about(message.values), now);
  return id;
}

type PartnerEvent = [type: PartnerEventType, data: object];

/** What partners are told of it, where they ask to be: which thing, and how it stands. Never amounts, names or reasons. */
const partnerEvents: { [Kind in keyof MessageValues]?: (values: MessageValues[Kind]) => PartnerEvent } = {
  withdrawalRequested: ({ number }) => ['withdrawal.updated', { number, state: 'applied' }],
  withdrawalApproved: ({ number }) => ['withdrawal.updated', { number, state: 'approved' }],
  withdrawalRejected: ({ number }) => ['withdrawal.updated', { number, state: 'rejected' }],
  withdrawalRemitted: ({ number }) => ['withdrawal.updated', { number, state: 'remitted' }],
  orderPaid: ({ orderNo }) => ['order.paid', { orderNo }],
  orderRefunded: ({ orderNo }) => ['order.refunded', { orderNo }],
  workOrderAnswered: ({ number }) => ['work_order.answered', { number }],
};

/** A job tells them, once what happened is written down. Most members are linked to nobody, and leave none behind. */
async function tellPartners(tx: Tx, member: string, [type, data]: PartnerEvent, now: number) {
  const linked = await tx
    .selectFrom('partner_member')
    .select('partner')
    .where('member', '=', member)
    .limit(1)
    .executeTakeFirst();
  if (linked) await enqueue(tx, { kind: 'tell-partner', payload: { member, type, data } }, now);
}
