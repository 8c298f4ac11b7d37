import { OrderState } from '../../contract/buying/orders';
import { WithdrawalStatus } from '../../contract/money/wallet';
import { yuan } from '../../contract/wire/yuan';
import { me } from '../auth/members';
import { orderView } from '../checkout/view-order';
import type { Db, Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { offsetOf, timeIn } from '../kernel/local-time';
import { fill, type Locale } from '../kernel/messages';
import { methodName } from '../orders/method-names';
import { ownPurchase } from '../orders/own';
import type { Settings } from '../settings/settings';
import { withdrawalView } from '../wallet/view';
import { newPaper } from './paper';
import type { TicketOf } from './ticket';
import { documentWords } from './words';

type Receipt = TicketOf<'receipt'>['receipt'];

/** The content of a receipt: amounts in fen. */
interface Content {
  at: string;
  lines: [name: string, amount: number][];
  /** The amount that was paid, or paid out. */
  total: number;
  facts: [name: string, value: string | undefined][];
}

/** `receipt-C20260011.pdf`. */
export const receiptName = ({ number }: Receipt): string => `receipt-${number}.pdf`;

async function ofOrder(run: Executor, member: string, number: string, locale: Locale): Promise<Content> {
  const words = documentWords[locale];
  const order = await orderView(run, await ownPurchase(run, member, number), locale);
  if (order.state !== OrderState.successful || order.currency !== 'money' || !order.paidAt)
    throw new DomainError('receiptMissing');
  const lines: Content['lines'] = order.topUp
    ? [[words.topUp, order.amount]]
    : order.lines.map(({ name, quantity, amount }) => [`${name} × ${quantity}`, amount]);
  if (order.discount) lines.push([words.discount, -order.discount]);
  return {
    at: order.paidAt,
    lines,
    total: order.total,
    facts: [
      [words.order, order.orderNo],
      [words.method, methodName(locale, order.way)],
      [words.paymentNo, order.paymentNo],
      [words.refunded, order.refunded ? yuan(order.refunded) : undefined],
    ],
  };
}

async function ofWithdrawal(run: Executor, member: string, number: string, locale: Locale): Promise<Content> {
  const words = documentWords[locale];
  const row = await run
    .selectFrom('withdrawal')
    .selectAll()
    .where('number', '=', number)
    .where('member', '=', member)
    .executeTakeFirst();
  if (!row || row.status !== WithdrawalStatus.remitted || !row.remitted_at)
    throw new DomainError('receiptMissing');
  const { amount, fee, arrives, account, reference } = withdrawalView(row, locale);
  return {
    at: row.remitted_at.toISOString(),
    lines: [
      [words.withdrawal, amount],
      [words.fee, -fee],
    ],
    total: arrives,
    facts: [
      [words.withdrawalNo, number],
      [words.payee, [account.holder, account.bankName, account.number].filter(Boolean).join(' · ')],
      [words.paymentNo, reference],
    ],
  };
}

/** Refused (500) if there is nothing to receipt. */
export const receiptContent = (run: Executor, member: string, { of, number }: Receipt, locale: Locale) =>
  (of === 'order' ? ofOrder : ofWithdrawal)(run, member, number, locale);

/** A receipt on one page: who paid whom, what for, how much, how and when. Its number is that of the payment: one receipt for each. */
export async function receiptPdf(
  ticket: TicketOf<'receipt'> & { db: Db; now: number; settings: Settings },
): Promise<Buffer> {
  const { db, member, locale, receipt, settings } = ticket;
  const { timeZone } = receipt;
  const words = documentWords[locale];
  const { at, lines, total, facts } = await receiptContent(db.run, member, receipt, locale);
  const { username, name } = await me(db.run, ticket);
  const number = `R-${receipt.number}`;
  const paper = await newPaper({
    title: `${words.receipt} ${number}`,
    lang: locale,
    footer: (page) => `${settings.sellerName} · ${number} · ${fill(words.page, { page })}`,
  });
  await paper.line(settings.sellerName, { size: 11 });
  await paper.line(words.receipt, { size: 20, above: 8 });
  await paper.pair(words.receiptNo, number);
  await paper.pair(
    words.date,
    `${timeIn(new Date(at), locale, timeZone)} (${offsetOf(Date.parse(at), timeZone)})`,
  );
  await paper.pair(words.member, [name, username].filter(Boolean).join(' · '));
  for (const [label, value] of facts) if (value) await paper.pair(label, value);
  await paper.line('', { size: 6 });
  paper.rule();
  for (const [label, amount] of lines) await paper.pair(label, yuan(amount));
  paper.rule();
  await paper.pair(receipt.of === 'order' ? words.paid : words.paidOut, yuan(total), true);
  await paper.line(words.inYuan, { above: 8 });
  return paper.end();
}
