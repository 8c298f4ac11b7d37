import type { Reader } from './environment';

/** Tax rates in hundredths of a percent by country (ISO 3166-1 alpha-2); `*` is the rate of all others. */
export type TaxRates = Readonly<Record<string, number>>;

const entry = /^([A-Z]{2}|\*)=(\d{1,2}(?:\.\d{1,2})?)$/;

/** `CN=6 VN=10 *=0`; undefined if it cannot be understood. */
function taxRatesIn(text: string): TaxRates | undefined {
  const read = text.split(/\s+/).map((one) => entry.exec(one));
  if (read.some((one) => !one)) return;
  return Object.fromEntries(read.map((one) => [one?.[1], Math.round(Number(one?.[2]) * 100)]));
}

/** `TAX_RATES`: the rates that the prices contain, for products without rates of their own. */
export function readTaxRates({ mistakes, text }: Pick<Reader, 'mistakes' | 'text'>): TaxRates {
  const rates = taxRatesIn(text('TAX_RATES', '*=0'));
  if (!rates) mistakes.push('TAX_RATES must be countries with their rates in percent, like CN=6 VN=10 *=0');
  return { '*': 0, ...rates };
}

/** The rate of a country. */
export const rateIn = (rates: TaxRates, country: string): number => rates[country] ?? rates['*'] ?? 0;
