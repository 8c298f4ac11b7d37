import { createHash } from 'node:crypto';
import type * as calls from '../../contract/buying/orders';
import type { Contract } from '../../contract/buying/orders';
import { OrderState } from '../../contract/buying/orders';
import type * as rules from '../../contract/buying/orders.rules';
import type { Currency } from '../../contract/buying/products';
import { yuan } from '../../contract/wire/yuan';
import type { Executor, Tx } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { dayOf } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { type Locale, translate } from '../kernel/messages';
import { textOf } from '../kernel/texts';
import { addressOf } from '../pictures/address';
import { linesOf } from './lines';
import { methodName } from './method-names';
import { ownPurchase, type Purchase } from './own';

const priced = (total: number, currency: Currency, locale: Locale) =>
  currency === 'money' ? yuan(total) : `${total} ${methodName(locale, currency)}`;

/** The contract text of a paid order of machines. Refused (500) if it has none. */
export async function contractText(run: Executor, order: Purchase, locale: Locale) {
  const lines = (await linesOf(run as Tx, order)).filter(({ category }) => category === 'machines');
  if (order.state !== OrderState.successful || !lines.length) throw new DomainError('contractMissing');
  const title = translate(locale, 'contractTitle');
  const text = [
    translate(locale, 'contractParties', {
      orderNo: order.order_no,
      date: dayOf(order.created_at.getTime()),
    }),
    ...lines.map((line) =>
      translate(locale, 'contractLine', {
        quantity: line.quantity,
        name: textOf(line, 'name', locale),
        total: priced(line.total, order.currency, locale),
        days: line.days,
      }),
    ),
    translate(locale, 'contractPrice', { total: priced(order.total, order.currency, locale) }),
    translate(locale, 'contractDuties'),
    translate(locale, 'contractRisk'),
    translate(locale, 'contractEnd'),
    translate(locale, 'contractTruth'),
  ];
  return { title, text, hash: hashOf(title, text) };
}

const hashOf = (title: string, text: readonly string[]) =>
  createHash('sha256')
    .update([title, ...text].join('\n'))
    .digest('hex');

/** Masks all but the first three and the last four characters. */
const masked = (number: string) =>
  number.slice(0, 3) + '*'.repeat(Math.max(0, number.length - 7)) + number.slice(-4);

export const contractHandlers: Pick<Handlers<typeof calls, typeof rules>, 'getContract'> = {
  async getContract({ orderNo }, { db, member, locale, fileSecret, now }): Promise<Contract> {
    const order = await ownPurchase(db.run, member, orderNo);
    const signed = await db.run
      .selectFrom('signature')
      .selectAll()
      .where('member', '=', member)
      .where('order_no', '=', orderNo)
      .executeTakeFirst();
    if (!signed) return { orderNo, ...(await contractText(db.run, order, locale)) };
    return {
      orderNo,
      title: signed.title,
      text: JSON.parse(signed.text),
      hash: signed.hash,
      signed: {
        at: signed.signed_at.toISOString(),
        name: signed.name,
        idNumber: masked(signed.id_number),
        signature: addressOf(fileSecret, signed.picture, now),
      },
    };
  },
};
