import { yuan } from '../../../contract/wire/yuan';
import type { Db } from '../../db/database';
import { dayOf } from '../../kernel/dates';
import { fill } from '../../kernel/messages';
import { countryName } from '../../wallet/payout/countries';
import { newPaper } from '../paper';
import type { Seller } from '../tables';
import { documentWords } from '../words';
import { sumOf } from './amounts';
import type { Invoice } from './view-invoice';

/** `INV-2026-000001.pdf`. */
export const invoiceName = (number: string): string => `${number}.pdf`;

const percent = (rate: number) => `${rate / 100} %`;

/** An issued invoice or credit note. Its content was fixed when it was issued, so that every PDF of it says the same. */
export async function invoicePdf({ run }: Db, invoice: Invoice): Promise<Buffer> {
  const { id, member, kind, number, locale, decided_at, paid_at, order_no } = invoice;
  const words = documentWords[locale];
  const lines = await run
    .selectFrom('invoice_line')
    .selectAll()
    .where('member', '=', member)
    .where('invoice', '=', id)
    .orderBy('position')
    .execute();
  const corrected = invoice.corrects
    ? await run
        .selectFrom('invoice')
        .select('number')
        .where('member', '=', member)
        .where('id', '=', invoice.corrects)
        .executeTakeFirst()
    : undefined;
  const seller: Seller = JSON.parse(invoice.seller ?? '{}');
  const title = kind === 'invoice' ? words.invoice : words.creditNote;
  const paper = await newPaper({
    title: `${title} ${number}`,
    lang: locale,
    footer: (page) => `${seller.name} · ${number} · ${fill(words.page, { page })}`,
  });
  await paper.line(seller.name, { size: 11 });
  if (seller.address) await paper.line(seller.address, { size: 9 });
  await paper.line(`${words.taxNumber}: ${seller.taxNumber}`, { size: 9 });
  await paper.line(title, { size: 20, above: 8 });
  const facts: [string, string | null | undefined][] = [
    [words.number, number],
    [words.corrects, corrected?.number],
    [words.issued, decided_at && dayOf(decided_at.getTime())],
    [words.supplied, paid_at && dayOf(paid_at.getTime())],
    [words.order, order_no],
    [words.buyer, invoice.title],
    [words.taxNumber, invoice.tax_number],
    [words.country, countryName(invoice.country, locale)],
    [words.fapiao, invoice.fapiao],
  ];
  for (const [name, value] of facts) if (value) await paper.pair(name, value);
  await paper.line('', { size: 6 });
  paper.rule();
  const table = paper.table([
    { title: words.goods, share: 36 },
    { title: words.quantity, share: 10, right: true },
    { title: words.rate, share: 10, right: true },
    { title: words.net, share: 15, right: true },
    { title: words.tax, share: 14, right: true },
    { title: words.gross, share: 15, right: true },
  ]);
  for (const { name, quantity, rate, net, tax, gross } of lines)
    await table.row([name, String(quantity), percent(rate), yuan(net), yuan(tax), yuan(gross)]);
  paper.rule();
  const rates = [...new Set(lines.map(({ rate }) => rate))].sort((a, b) => b - a);
  for (const rate of rates) {
    const { net, tax } = sumOf(lines.filter((line) => line.rate === rate));
    await paper.pair(fill(words.netAt, { rate: percent(rate) }), yuan(net));
    await paper.pair(fill(words.taxAt, { rate: percent(rate) }), yuan(tax));
  }
  await paper.pair(words.gross, yuan(invoice.gross), true);
  await paper.line(words.rounded, { size: 9, above: 8 });
  await paper.line(words.inYuan, { size: 9 });
  return paper.end();
}
