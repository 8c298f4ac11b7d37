import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { WithdrawalStatus } from '../../contract/money/wallet';
import { receivePayment } from '../checkout/receive-payment';
import { refundOrder } from '../checkout/refund-order';
import { refusalOf } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { escapeHtml } from '../kernel/html';
import { localeNames, translate } from '../kernel/messages';
import { attempt } from '../kernel/rate-limit';
import { publishNotice } from '../notices/publish';
import { hasTestMode } from '../partners/records';
import { refundsBy } from '../payments/providers';
import type { Partner } from '../settings/partners';
import { decideWithdrawal } from '../wallet/decide-withdrawal';
import { answerWorkOrder } from '../work-orders/desk';
import { advanceTime, mostDays } from './advance-time';
import { endLink } from './links';
import { endpoint, operation, reference, requestId } from './partner-api';
import { PartnerRefused } from './refusals';
import { memberOf } from './state';

const words = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));
const number = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.description('The number of the withdrawal or work order'),
);
const orderNo = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.description('The number of the order'));
const done = { member: reference, requestId };
const state = v.pipe(v.string(), v.description('The new state of the withdrawal'));
const count = (what: string) => v.pipe(v.number(), v.integer(), v.description(what));
const refusals = ['test_mode_only', 'member_not_linked', 'object_unknown', 'act_refused'] as const;
const common = { refusals, once: true } as const;

const acts = [
  operation({
    id: 'testApprove',
    summary: 'Approves a withdrawal. Webhook: withdrawal.updated',
    input: v.strictObject({ act: v.literal('approve'), member: reference, number }),
    answer: v.strictObject({ act: v.literal('approve'), ...done, number, state }),
    ...common,
  }),
  operation({
    id: 'testReject',
    summary: 'Rejects a withdrawal and returns the money. Webhook: withdrawal.updated',
    input: v.strictObject({
      act: v.literal('reject'),
      member: reference,
      number,
      reason: v.optional(words(200), 'Rejected by a test'),
    }),
    answer: v.strictObject({ act: v.literal('reject'), ...done, number, state }),
    ...common,
  }),
  operation({
    id: 'testRemit',
    summary: 'Marks an approved withdrawal as remitted. Webhook: withdrawal.updated',
    input: v.strictObject({ act: v.literal('remit'), member: reference, number }),
    answer: v.strictObject({ act: v.literal('remit'), ...done, number, state }),
    ...common,
  }),
  operation({
    id: 'testAnswer',
    summary: 'Answers a work order. Webhook: work_order.answered',
    input: v.strictObject({
      act: v.literal('answer'),
      member: reference,
      number,
      text: v.optional(words(2000), 'Answered by a test.'),
    }),
    answer: v.strictObject({ act: v.literal('answer'), ...done, number }),
    ...common,
  }),
  operation({
    id: 'testPublish',
    summary: 'Publishes a notice that only this customer sees. Webhook: notice.published',
    input: v.strictObject({
      act: v.literal('publish'),
      member: reference,
      title: v.optional(words(120), 'A notice of a test'),
      text: v.optional(words(2000), 'Published by a test.'),
      locale: v.optional(v.pipe(v.picklist(localeNames), v.description('The language of the notice')), 'en'),
    }),
    answer: v.strictObject({
      act: v.literal('publish'),
      ...done,
      id: v.pipe(v.string(), v.description('The id of the notice')),
    }),
    ...common,
  }),
  operation({
    id: 'testPay',
    summary: 'Pays all parts of an order that are still due. Webhook: order.paid',
    input: v.strictObject({ act: v.literal('pay'), member: reference, orderNo }),
    answer: v.strictObject({
      act: v.literal('pay'),
      ...done,
      orderNo,
      paid: v.pipe(v.boolean(), v.description('Whether the order took the money; otherwise the balance did')),
    }),
    ...common,
  }),
  operation({
    id: 'testRefund',
    summary: 'Refunds a paid order in full. Webhook: order.refunded',
    input: v.strictObject({ act: v.literal('refund'), member: reference, orderNo }),
    answer: v.strictObject({ act: v.literal('refund'), ...done, orderNo }),
    ...common,
  }),
  operation({
    id: 'testAdvance',
    summary: 'Lets days pass for the customer: rent, expiry of orders and machines, waiting periods, coins',
    input: v.strictObject({
      act: v.literal('advance'),
      member: reference,
      days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostDays)),
    }),
    answer: v.strictObject({
      act: v.literal('advance'),
      ...done,
      days: count('The days that passed'),
      rents: count('Daily rents that were paid, one for each machine order and day'),
      expired: count('Unpaid orders that expired'),
    }),
    ...common,
  }),
  operation({
    id: 'testUnlink',
    summary: 'Ends the link, as the customer can. Webhook: link.ended',
    input: v.strictObject({ act: v.literal('unlink'), member: reference }),
    answer: v.strictObject({
      act: v.literal('unlink'),
      ...done,
      linked: v.pipe(v.boolean(), v.description('Whether the customer is linked to an account')),
    }),
    ...common,
  }),
] as const;
const [approve, reject, remit, answering, publishing, paying, refunding, advancing, unlinking] = acts;
const rules = v.variant('act', [
  approve.input,
  reject.input,
  remit.input,
  answering.input,
  publishing.input,
  paying.input,
  refunding.input,
  advancing.input,
  unlinking.input,
]);
type Input = v.InferOutput<typeof rules>;
type Of<A> = Extract<Input, { act: A }>;

const perPartner = { max: 600, window: 60_000 };

/**
 * In test mode only: performs, for a customer of the partner, the actions that otherwise the platform's staff, a payment provider or the
 * time would perform, with the same functions. The partner's server therefore receives the same webhooks as in production.
 */
async function testActs(partner: Partner, input: Input, gateway: Gateway): Promise<object> {
  if (!hasTestMode(gateway.settings))
    throw new PartnerRefused('test_mode_only', 'Only a gateway in test mode does this');
  if (!(await attempt(gateway.db.run, `test:${partner.id}`, perPartner, gateway.now())).allowed)
    throw new PartnerRefused('rate_limited', 'Too many calls, please wait a minute');
  const member = await memberOf(gateway.db.run, partner.id, input.member);
  if (!member) throw new PartnerRefused('member_not_linked', `${input.member} is linked to no member`);
  try {
    return { act: input.act, member: input.member, ...(await perform(input, member, partner.id, gateway)) };
  } catch (error) {
    const { key, values } = refusalOf(error);
    throw new PartnerRefused('act_refused', translate('en', key, values));
  }
}

function perform(input: Input, member: string, partner: string, gateway: Gateway): Promise<object> {
  if (input.act === 'approve' || input.act === 'reject' || input.act === 'remit')
    return decide(input, member, gateway);
  if (input.act === 'answer') return answer(input, member, gateway);
  if (input.act === 'publish') return publish(input, member, gateway);
  if (input.act === 'pay') return pay(input, member, gateway);
  if (input.act === 'refund') return refund(input, member, gateway);
  if (input.act === 'advance') return advance(input, member, gateway);
  return unlink(input, partner, gateway);
}

async function decide(
  input: Of<'approve' | 'reject' | 'remit'>,
  member: string,
  { db, settings, now }: Gateway,
) {
  const { number } = input;
  const found = await db.run
    .selectFrom('withdrawal')
    .select('id')
    .where('number', '=', number)
    .where('member', '=', member)
    .executeTakeFirst();
  if (!found) throw new PartnerRefused('object_unknown', `The member has no withdrawal ${number}`);
  const step =
    input.act === 'approve'
      ? { status: WithdrawalStatus.approved, usdtRate: settings.usdtRate }
      : input.act === 'reject'
        ? { status: WithdrawalStatus.rejected, reason: input.reason }
        : { status: WithdrawalStatus.remitted, reference: `TEST-${number}` };
  const { status } = await decideWithdrawal(db, found.id, step, now());
  return { number, state: status };
}

async function answer({ number, text }: Of<'answer'>, member: string, { db, now }: Gateway) {
  const found = await db.run
    .selectFrom('work_order')
    .select('id')
    .where('number', '=', number)
    .where('member', '=', member)
    .executeTakeFirst();
  if (!found) throw new PartnerRefused('object_unknown', `The member has no work order ${number}`);
  await answerWorkOrder(db, number, { text, requestKey: randomUUID(), again: true }, now());
  return { number };
}

async function publish({ title, text, locale }: Of<'publish'>, member: string, { db, now }: Gateway) {
  const { username } = await db.run
    .selectFrom('member')
    .select('username')
    .where('id', '=', member)
    .executeTakeFirstOrThrow();
  const texts = { [locale]: { title, html: `<p>${escapeHtml(text)}</p>` } };
  return publishNotice(db, { texts, to: username, requestKey: randomUUID() }, now());
}

/** Pays the unpaid parts of an order, as its payment provider would report them. */
async function pay({ orderNo }: Of<'pay'>, member: string, { db, now }: Gateway) {
  const order = await orderOf(db.run, orderNo, member);
  const due = await db.run
    .selectFrom('payment_part')
    .select(['part', 'amount'])
    .where('member', '=', member)
    .where('order_no', '=', orderNo)
    .where('paid', '=', false)
    .orderBy('part')
    .execute();
  if (!due.length) throw new PartnerRefused('act_refused', `Nothing of the order ${orderNo} is due`);
  let taken = '';
  for (const { part, amount } of due) {
    const paymentNo = `TEST-${orderNo}-${part}`;
    taken = await db.tx((tx) =>
      receivePayment(tx, { way: order.way, paymentNo, orderNo, part, amount }, now()),
    );
  }
  return { orderNo, paid: taken === 'order' };
}

async function refund({ orderNo }: Of<'refund'>, member: string, gateway: Gateway) {
  const { db, now } = gateway;
  await orderOf(db.run, orderNo, member);
  const input = { orderNo, reason: 'Refunded by a test', requestKey: randomUUID() };
  await refundOrder(db, refundsBy(gateway), input, now());
  return { orderNo };
}

const advance = async ({ days }: Of<'advance'>, member: string, gateway: Gateway) => ({
  days,
  ...(await advanceTime(gateway, member, days)),
});

async function orderOf(run: Gateway['db']['run'], orderNo: string, member: string) {
  const order = await run
    .selectFrom('purchase')
    .select('way')
    .where('order_no', '=', orderNo)
    .where('member', '=', member)
    .executeTakeFirst();
  if (!order) throw new PartnerRefused('object_unknown', `The member has no order ${orderNo}`);
  return order;
}

async function unlink({ member: reference }: Of<'unlink'>, partner: string, { db, now }: Gateway) {
  await db.tx((tx) => endLink(tx, { partner, reference }, now()));
  return { linked: false };
}

export const test = endpoint({ path: 'test', rules, operations: acts, handle: testActs });
