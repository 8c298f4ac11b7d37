import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as csv from 'csv-stringify';
import { mostInStatement } from '../../contract/money/documents';
import type { Movement, MovementKind } from '../../contract/money/wallet';
import { yuan } from '../../contract/wire/yuan';
import { me } from '../auth/members';
import type { Db } from '../db/database';
import { decimalYuan } from '../kernel/decimal-yuan';
import { load } from '../kernel/load';
import { offsetOf, sortableTime, timeIn } from '../kernel/local-time';
import { fill, type Locale } from '../kernel/messages';
import { harmless } from '../kernel/spreadsheet';
import { balances } from '../ledger/balances';
import { everyMovement, sumMovements } from '../wallet/list-movements';
import { newPaper } from './paper';
import type { TicketOf } from './ticket';
import { documentWords, walletWords } from './words';

type Statement = TicketOf<'statement'> & { db: Db; now: number };

/** Points, beans and promotion value have no currency. */
const isMoney = (kind: MovementKind) => !['points', 'cloudBeans', 'promotion'].includes(kind);

/** With the sign that the app shows: `+¥12.50`. */
function signed(kind: MovementKind, amount: number): string {
  const text = isMoney(kind) ? yuan(amount) : amount.toLocaleString('en').replace('-', '−');
  return amount > 0 ? `+${text}` : text;
}
const plain = (kind: MovementKind, amount: number) => signed(kind, amount).replace('+', '');

const reasonIn = (locale: Locale, { rule, reason }: Movement) => rule ?? walletWords[locale].reasons[reason];

/** `statement-balance-2026-11.pdf`. */
export const statementName = ({ kind, month, format }: TicketOf<'statement'>['statement']): string =>
  `statement-${kind}${month ? `-${month}` : ''}.${format}`;

const movementsOf = ({ db, member, locale, statement: { kind, reason, month, ref, format } }: Statement) =>
  everyMovement(db.run, member, { kind, reason, month, ref, locale, most: mostInStatement[format] });

/** Rows as they come from the database. Amounts are numbers in units, texts cannot be formulas. */
export function statementCsv(ticket: Statement): Readable {
  const { locale, statement } = ticket;
  const { timeZone } = statement;
  const words = documentWords[locale];
  const units = (kind: MovementKind, amount: number) =>
    isMoney(kind) ? decimalYuan(amount) : String(amount);
  const lines = (load('csv-stringify') as typeof csv).stringify({ bom: true, record_delimiter: 'windows' });
  lines.write([
    `${words.time} (${timeZone})`,
    words.account,
    words.type,
    words.reference,
    words.amount,
    words.after,
    words.currency,
  ]);
  const rows = async function* () {
    for await (const one of movementsOf(ticket))
      yield [
        sortableTime(new Date(one.at), timeZone),
        walletWords[locale].kinds[one.kind],
        harmless(reasonIn(locale, one)),
        harmless(one.ref),
        units(one.kind, one.amount),
        units(one.kind, one.balanceAfter),
        isMoney(one.kind) ? 'CNY' : '',
      ];
  };
  const out = new PassThrough();
  pipeline(Readable.from(rows()), lines, out).catch((error) => out.destroy(error));
  return out;
}

/** The filter of the movements in words: `November 2026 · Rent`. */
function filterIn({ locale, statement: { month, reason, ref } }: Statement): string {
  const { reasons } = walletWords[locale];
  const words = documentWords[locale];
  return [
    month
      ? new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
          new Date(`${month}-01`),
        )
      : words.allTime,
    reason && reason in reasons ? reasons[reason as keyof typeof reasons] : reason,
    ref,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The member's statement: who and when, the sums, and a line for each movement. */
export async function statementPdf(ticket: Statement): Promise<Buffer> {
  const { db, member, locale, now, statement } = ticket;
  const { kind, timeZone } = statement;
  const words = documentWords[locale];
  const { kinds } = walletWords[locale];
  const { username, name } = await me(db.run, ticket);
  const sums = await sumMovements(db.run, member, statement);
  const zone = { zone: `${timeZone}, ${offsetOf(now, timeZone)}` };
  const paper = await newPaper({
    title: `${words.statement} · ${kinds[kind]}`,
    lang: locale,
    footer: (page) => `Cloudphone · ${username} · ${fill(words.page, { page })}`,
  });
  await paper.line('Cloudphone', { size: 11, color: '#5b6660' });
  await paper.line(words.statement, { size: 20 });
  await paper.line(`${kinds[kind]} · ${filterIn(ticket)}`, { size: 12 });
  await paper.line([name, username].filter(Boolean).join(' · '), { above: 8 });
  await paper.line(fill(words.made, { time: timeIn(now, locale, timeZone), ...zone }));
  await paper.line(isMoney(kind) ? words.inYuan : words.inPieces);
  await paper.line('', { size: 4 });
  await paper.pair(words.in, plain(kind, sums.in));
  await paper.pair(words.out, plain(kind, -sums.out));
  await paper.pair(words.sum, signed(kind, sums.in - sums.out));
  if (kind !== 'income')
    await paper.pair(words.held, plain(kind, (await balances(db.run, member))[kind]), true);
  await paper.line('', { size: 6 });
  const table = paper.table([
    { title: words.time, share: 22 },
    { title: words.type, share: 26 },
    { title: words.reference, share: 26 },
    { title: words.amount, share: 14, right: true },
    { title: words.after, share: 14, right: true },
  ]);
  for await (const one of movementsOf(ticket))
    await table.row([
      timeIn(new Date(one.at), locale, timeZone),
      kind === 'income' ? `${reasonIn(locale, one)} · ${kinds[one.kind]}` : reasonIn(locale, one),
      one.ref,
      signed(one.kind, one.amount),
      plain(one.kind, one.balanceAfter),
    ]);
  if (!sums.count) await paper.line(walletWords[locale].movements.none, { above: 8 });
  return paper.end();
}
