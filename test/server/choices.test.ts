import { type Selectable, sql } from 'kysely';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Tables } from '../../src/server/schema/tables';
import { openGateway } from './support/open';

/**
 * The columns that the database restricts to some values. `npm run test` compares them with its constraints, and the compiler with the types
 * of the columns: a value that the gateway writes and the database refuses would fail only when it is written.
 */
const choices = {
  'agreement.document': ['terms', 'partner'],
  'agreement.how': ['register', 'signIn', 'settings', 'connect'],
  'agreement_text.document': ['terms', 'partner'],
  'ai_turn.source': ['model', 'help'],
  'ai_turn.state': ['writing', 'done', 'stopped', 'broken'],
  'bank_file.format': ['camt053', 'csv', 'stripe', 'alipay', 'wechatPay', 'tron'],
  'bank_line.kind': ['payout', 'return', 'remittance', 'payment', 'refund', 'dispute', 'fee', 'usdt'],
  'bank_line.state': ['open', 'matched', 'ignored'],
  'correction.direction': ['credit', 'debit'],
  'coupon.kind': ['amount', 'percent'],
  'declaration.status': [1, 2, -1],
  'dispute.goods': ['kept', 'taken'],
  'dispute.state': ['inquiry', 'open', 'won', 'lost'],
  'grab_record.state': [0, 1],
  'invoice.buyer': ['person', 'company'],
  'invoice.kind': ['invoice', 'credit'],
  'invoice.state': ['asked', 'issued', 'refused'],
  'machine.reason': ['starting', 'maintenance', 'network'],
  'member.country': ['cn', 'intl'],
  'notice.country': ['cn', 'intl'],
  'operator.role': ['support', 'finance', 'admin'],
  'order_log.kind': ['rent', 'acceleration'],
  'partner.live': ['no', 'asked', 'yes', 'refused'],
  'partner_invite.role': ['owner', 'developer', 'read'],
  'partner_key.mode': ['test', 'live'],
  'partner_origin.kind': ['site', 'preview', 'app'],
  'partner_origin.mode': ['test', 'live'],
  'partner_role.role': ['owner', 'developer', 'read'],
  'payment_attempt.state': ['open', 'failed', 'paid'],
  'payment_review.reason': ['reference', 'amount', 'currency', 'unanswered'],
  'payout_account.kind': ['bank', 'abroad', 'alipay', 'usdt'],
  'payout_batch.channel': ['bank', 'alipay'],
  'payout_batch.state': ['draft', 'approved', 'exported', 'done', 'canceled'],
  'phone_step.state': ['waiting', 'running', 'done', 'failed'],
  'product.category': ['machines', 'membership', 'goods'],
  'provider_refund.state': ['underWay', 'done', 'failed', 'balance', 'void'],
  'purchase.state': [0, 1, -1, -3],
  'receipt.used_for': ['order', 'balance'],
  'refund_request.state': ['asked', 'refunded', 'refused'],
  'remittance.state': ['auditing', 'approved', 'rejected'],
  'sandbox_shop_event.kind': ['view', 'sale', 'return'],
  'screen_watch.answer': ['allowed', 'declined'],
  'screen_watch.ended_by': ['member', 'partner', 'right', 'phone'],
  'shop_goods.state': ['on', 'off'],
  'shop_sale.state': ['held', 'credited', 'returned', 'refused'],
  'task.state': [0, 1, 2, 3],
  'usdt_transfer.state': ['seen', 'credited', 'review', 'reverted', 'gone', 'settled'],
  'withdrawal.source': ['balance', 'store'],
  'withdrawal.status': [0, 1, 2, 3, 4],
  'work_order.status': [0, 1, 2],
  'work_order_entry.by': ['member', 'operator'],
  'work_order_entry.kind': ['text', 'solved', 'unsolved'],
} as const;

type Choices = typeof choices;
type ColumnOf<Name> = Name extends `${infer Table extends keyof Tables & string}.${infer Column}`
  ? Selectable<Tables[Table]>[Column & keyof Selectable<Tables[Table]>]
  : never;
/** The values that code may write and the database refuses, of columns whose type names their values. */
type Refused<Name extends keyof Choices> =
  string extends ColumnOf<Name>
    ? never
    : number extends ColumnOf<Name>
      ? never
      : Exclude<ColumnOf<Name>, Choices[Name][number] | null>;
/** The type that the compiler compares the choices with: those of a column whose type has a refused value do not satisfy it. */
type Complete = {
  [Name in keyof Choices]: [Refused<Name>] extends [never] ? Choices[Name] : { refused: Refused<Name> };
};

test('each value that the gateway may write into a column is one that the database takes', async () => {
  const gateway = await openGateway();
  const { rows } = await sql<{ name: string; definition: string }>`
    select conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'c' and conrelid in (select oid from pg_class where not relispartition)`.execute(
    gateway.db.run,
  );
  const found = rows.flatMap(({ name, definition }) => {
    const [, column, values] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition) ?? [];
    if (!column || !values) return [];
    const texts = [...values.matchAll(/'([^']*)'::text/g)].map(([, text]) => text);
    return [
      [`${name}.${column}`, texts.length ? texts : [...values.matchAll(/-?\d+/g)].map(Number)] as const,
    ];
  });
  assert.equal(Object.fromEntries(found), choices satisfies Complete);
  await gateway.close();
});

test.run();
