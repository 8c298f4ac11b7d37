import { OrderState } from '../../contract/buying/orders';
import type { Receipt } from '../../contract/money/documents';
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

type Payment = Pick<TicketOf<'receipt'>['receipt'], 'of' | 'number'>;

/** The content of a receipt: amounts in fen. */
interface Content extends Pick<Receipt, 'at' | 'lines' | 'total' | 'contract'> {
  /** If it is not that of the payment. */
  number?: string;
  facts: [name: string, value: string | undefined][];
}

/** `receipt-C20260011.pdf`. */
export const receiptName = ({ number }: Payment): string => `receipt-${number}.pdf`;

async function ofOrder(run: Executor, member: string, number: string, locale: Locale): Promise<Content> {
  const words = documentWords[locale];
  const order = await orderView(run, await ownPurchase(run, member, number), locale);
  if (order.state !== OrderState.successful || order.currency !== 'money' || !order.paidAt)
    throw new DomainError('receiptMissing');
  const lines: Content['lines'] = order.topUp
    ? [{ name: words.topUp, amount: order.amount }]
    : order.lines.map(({ name, quantity, amount }) => ({ name: `${name} × ${quantity}`, amount }));
  if (order.discount) lines.push({ name: words.discount, amount: -order.discount });
  return {
    at: order.paidAt,
    lines,
    total: order.total,
    ...(order.contract !== 'none' && { contract: order.orderNo }),
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
      { name: words.withdrawal, amount },
      { name: words.fee, amount: -fee },
    ],
    total: arrives,
    facts: [
      [words.withdrawalNo, number],
      [words.payee, [account.holder, account.bankName, account.number].filter(Boolean).join(' · ')],
      [words.paymentNo, reference],
    ],
  };
}

/** A top-up by bank transfer that was credited to the balance, or the order of any other top-up. */
async function ofTopUp(run: Executor, member: string, number: string, locale: Locale): Promise<Content> {
  const words = documentWords[locale];
  const row = await run
    .selectFrom('remittance')
    .select(['id', 'amount', 'state', 'decided_at'])
    .where('id', '=', number)
    .where('member', '=', member)
    .where('order_no', 'is', null)
    .executeTakeFirst();
  if (!row) return ofOrder(run, member, number, locale);
  if (row.state !== 'approved' || !row.decided_at) throw new DomainError('receiptMissing');
  const at = row.decided_at.toISOString();
  return {
    number: `${at.slice(0, 10).replace(/-/g, '')}-${row.id.slice(0, 8).toUpperCase()}`,
    at,
    lines: [{ name: words.topUp, amount: row.amount }],
    total: row.amount,
    facts: [
      [words.method, methodName(locale, 'remittance')],
      [words.paymentNo, row.id],
    ],
  };
}

const contents = { order: ofOrder, withdrawal: ofWithdrawal, topUp: ofTopUp };

interface Reader {
  member: string;
  locale: Locale;
  settings: Settings;
}

/** The receipt of a payment; refused (500) if there is none. Its number is that of the payment, so that each has one receipt. */
export async function receiptView(run: Executor, reader: Reader, { of, number }: Payment): Promise<Receipt> {
  const { member, locale, settings } = reader;
  const { facts, number: own = number, ...content } = await contents[of](run, member, number, locale);
  const { username, name } = await me(run, reader);
  return {
    ...content,
    number: `R-${own}`,
    seller: settings.sellerName,
    buyer: [name, username].filter(Boolean).join(' · '),
    paidOut: of === 'withdrawal',
    facts: facts.flatMap(([name, value]) => (value ? [{ name, value }] : [])),
  };
}

/** A receipt on one page. */
export async function receiptPdf(
  ticket: TicketOf<'receipt'> & { db: Db; now: number; settings: Settings },
): Promise<Buffer> {
  const { db, locale, receipt } = ticket;
  const { timeZone } = receipt;
  const words = documentWords[locale];
  const view = await receiptView(db.run, ticket, receipt);
  const { number, seller, buyer, at, lines, total, paidOut, facts } = view;
  const paper = await newPaper({
    title: `${words.receipt} ${number}`,
    lang: locale,
    footer: (page) => `${seller} · ${number} · ${fill(words.page, { page })}`,
  });
  await paper.line(seller, { size: 11 });
  await paper.line(words.receipt, { size: 20, above: 8 });
  await paper.pair(words.receiptNo, number);
  await paper.pair(
    words.date,
    `${timeIn(new Date(at), locale, timeZone)} (${offsetOf(Date.parse(at), timeZone)})`,
  );
  await paper.pair(words.member, buyer);
  for (const { name, value } of facts) await paper.pair(name, value);
  await paper.line('', { size: 6 });
  paper.rule();
  for (const { name, amount } of lines) await paper.pair(name, yuan(amount));
  paper.rule();
  await paper.pair(paidOut ? words.paidOut : words.paid, yuan(total), true);
  await paper.line(words.inYuan, { above: 8 });
  return paper.end();
}
