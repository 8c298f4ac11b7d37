/** A line of an invoice; amounts in fen, the rate in hundredths of a percent. */
export interface InvoiceLine {
  name: string;
  quantity: number;
  rate: number;
  net: number;
  tax: number;
  gross: number;
}

/**
 * Splits an amount that contains tax. The amount without tax is rounded to the fen, half up, and the tax is the rest: the two always add
 * up to what was paid. Each line is rounded alone, and all sums are sums of lines.
 */
export function withoutTax(gross: number, rate: number): Pick<InvoiceLine, 'net' | 'tax' | 'gross'> {
  const net = Math.floor((gross * 20_000 + 10_000 + rate) / (2 * (10_000 + rate)));
  return { net, tax: gross - net, gross };
}

export const sumOf = (lines: readonly Pick<InvoiceLine, 'net' | 'tax' | 'gross'>[]) =>
  lines.reduce(
    (sum, { net, tax, gross }) => ({ net: sum.net + net, tax: sum.tax + tax, gross: sum.gross + gross }),
    { net: 0, tax: 0, gross: 0 },
  );

/** The lines of an invoice without what earlier credit notes have credited of each. */
export const restOf = (
  lines: readonly InvoiceLine[],
  credited: readonly (Pick<InvoiceLine, 'net' | 'tax' | 'gross'> & { position: number })[],
): InvoiceLine[] =>
  lines.map((line, position) => {
    const before = sumOf(credited.filter((one) => one.position === position));
    // credit notes have negative amounts
    return {
      ...line,
      net: line.net + before.net,
      tax: line.tax + before.tax,
      gross: line.gross + before.gross,
    };
  });

/**
 * The lines that credit an amount of what is left of an invoice, in proportion to what is left of each line; fen that are left over go to
 * the first lines. A line that is credited completely takes its own net amount and tax, so that all credit notes of a refunded order
 * together are the invoice.
 */
export function creditLines(
  left: readonly InvoiceLine[],
  amount: number,
): (InvoiceLine & { position: number })[] {
  const all = sumOf(left).gross;
  const shares = left.map(({ gross }) => Math.floor((gross * amount) / all));
  let over = amount - shares.reduce((sum, one) => sum + one, 0);
  return left.flatMap((line, position) => {
    const more = over > 0 && (shares[position] ?? 0) < line.gross ? 1 : 0;
    over -= more;
    const gross = (shares[position] ?? 0) + more;
    if (!gross) return [];
    const part = gross === line.gross ? line : withoutTax(gross, line.rate);
    return [{ ...line, position, net: -part.net, tax: -part.tax, gross: -gross }];
  });
}
