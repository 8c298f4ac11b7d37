import type { Db } from '../../db/database';
import type { OutsideKind } from '../../jobs/jobs';
import { DomainError } from '../../kernel/domain-error';
import type { Settings } from '../../settings/settings';
import type { Seller } from '../tables';
import type { InvoiceLine } from './amounts';
import { fapiaoOverHttp } from './fapiao-http';
import { fapiaoSandbox } from './fapiao-sandbox';

/** The data of an electronic fapiao, as the tax office needs them. Amounts in fen; negative for a red one, which corrects another. */
interface Fapiao {
  /** Stays the same if it is sent again. */
  id: string;
  number: string;
  /** The number of the fapiao that a red one corrects. */
  corrects?: string;
  seller: Seller;
  buyer: { name: string; taxNumber?: string; email: string };
  lines: InvoiceLine[];
  net: number;
  tax: number;
  gross: number;
}

/** A service that issues fapiao with the tax office. */
export interface FapiaoProvider {
  /** Issues it, once for each id; returns its number. */
  issue(fapiao: Fapiao): Promise<string>;
}

/** The configured provider; without configuration a sandbox, or none: the back office then enters the numbers. */
export function fapiaoProvider({
  fapiao,
  sandboxes,
}: Pick<Settings, 'fapiao' | 'sandboxes'>): FapiaoProvider | undefined {
  if (fapiao) return fapiaoOverHttp(fapiao);
  return sandboxes ? fapiaoSandbox : undefined;
}

/** An issued document as its fapiao; undefined if it has one, or waits for the fapiao that it corrects. */
async function fapiaoOf({ run }: Db, id: string): Promise<Fapiao | undefined> {
  const document = await run
    .selectFrom('invoice as i')
    .leftJoin('invoice as c', (join) =>
      join.onRef('c.id', '=', 'i.corrects').onRef('c.member', '=', 'i.member'),
    )
    .selectAll('i')
    .select('c.fapiao as corrected')
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!document?.number || !document.seller || document.fapiao) return;
  if (document.corrects && !document.corrected)
    throw new Error(`${document.number} waits for the fapiao it corrects`);
  const lines = await run
    .selectFrom('invoice_line')
    .selectAll()
    .where('member', '=', document.member)
    .where('invoice', '=', id)
    .orderBy('position')
    .execute();
  const { number, title, tax_number, email, net, tax, gross } = document;
  return {
    id,
    number,
    ...(document.corrected && { corrects: document.corrected }),
    seller: JSON.parse(document.seller),
    buyer: { name: title, ...(tax_number && { taxNumber: tax_number }), email },
    lines: lines.map(({ name, quantity, rate, net, tax, gross }) => ({
      name,
      quantity,
      rate,
      net,
      tax,
      gross,
    })),
    net,
    tax,
    gross,
  };
}

/** The job that has a fapiao issued. A failed attempt is repeated; without a provider it does nothing. */
export const issuingFapiao = (db: Db, settings: Settings): OutsideKind => ({
  places: 1,
  async outside({ payload }) {
    const { id } = payload as { id: string };
    const provider = fapiaoProvider(settings);
    const fapiao = provider && (await fapiaoOf(db, id));
    const number = fapiao && (await provider.issue(fapiao));
    if (number)
      await db.run
        .updateTable('invoice')
        .set({ fapiao: number })
        .where('id', '=', id)
        .where('fapiao', 'is', null)
        .execute();
  },
});

/** Enters the number of a fapiao that a person issued with the tax office. Refused for a document without one, or with another. */
export async function enterFapiao(
  db: Db,
  id: string,
  fapiao: string,
): Promise<{ id: string; fapiao: string }> {
  const { numUpdatedRows } = await db.run
    .updateTable('invoice')
    .set({ fapiao })
    .where('id', '=', id)
    .where('state', '=', 'issued')
    .where('country', '=', 'CN')
    .where((is) => is.or([is('fapiao', 'is', null), is('fapiao', '=', fapiao)]))
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('fapiaoWrong');
  return { id, fapiao };
}
