import { type OwnCurrency, ownCurrencies } from '../../contract/member/currencies';
import type { Reader } from './environment';

/** The prices of currencies, which only show what an amount in yuan comes to; nobody pays with them. */
export interface ExchangeRates {
  /** The day of the rates: `2026-11-20`. */
  day: string;
  /** Yuan per unit. */
  yuan: Partial<Record<OwnCurrency, number>>;
}

/** Days for which rates are shown. */
const ratesLast = 7;
const dayLength = 86_400_000;

/** `EXCHANGE_RATES`: a day and yuan per unit, `2026-11-20 EUR=8.24 VND=0.00028`. */
export function readExchangeRates({
  mistakes,
  text,
}: Pick<Reader, 'mistakes' | 'text'>): ExchangeRates | undefined {
  const given = text('EXCHANGE_RATES', '');
  if (!given) return;
  const [day = '', ...rates] = given.split(/\s+/);
  const read = rates.map((rate) => /^([A-Z]{3})=(\d{1,6}(?:\.\d{1,8})?)$/.exec(rate));
  const known: readonly string[] = ownCurrencies;
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
  const wrong = read.some((rate) => !rate || !known.includes(rate[1] ?? '') || !(Number(rate[2]) > 0));
  if (!isDay || !rates.length || wrong) {
    mistakes.push(
      `EXCHANGE_RATES must be a day and yuan per unit, like 2026-11-20 EUR=8.24, of ${ownCurrencies.slice(1).join(', ')}`,
    );
    return;
  }
  return { day, yuan: Object.fromEntries(read.map((rate) => [rate?.[1], Number(rate?.[2])])) };
}

/** Yuan per unit of a currency, unless the rate is missing or too old. `usdtRate`: fen per USDT, which stands for the dollar. */
export function yuanPer(
  currency: OwnCurrency,
  { exchangeRates, usdtRate }: { exchangeRates: ExchangeRates | undefined; usdtRate: number },
  now: number,
): number | undefined {
  const age = exchangeRates && now - Date.parse(exchangeRates.day);
  const current = age !== undefined && age > -2 * dayLength && age < (ratesLast + 1) * dayLength;
  const rate = current ? exchangeRates?.yuan[currency] : undefined;
  return rate ?? (currency === 'USD' ? usdtRate / 100 : undefined);
}
