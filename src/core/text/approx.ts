import type { ExchangeRate } from '../../contract/money/wallet';

/**
 * `≈ US$12.30`: fen in another currency, cut to three digits, so that nobody takes it for a promise. Empty without a rate, and for less
 * than the smallest coin. Points and commas are as in the yuan beside it, in every language.
 */
export function approx(fen = 0, { currency, yuan }: ExchangeRate = {}): string {
  if (!currency || !yuan || !fen) return '';
  const exact = Math.abs(fen) / 100 / yuan;
  const decimals = /VND|JPY|KRW|TWD/.test(currency) ? 0 : 2; // their prices have none
  const step = 10 ** Math.max(Math.floor(Math.log10(exact)) - 2, -decimals);
  // the small part keeps 1.15 / 0.01 from becoming 114.99…
  const cut = Math.floor(exact / step + 1e-9) * step;
  if (!cut) return '';
  const digits = step < 1 ? decimals : 0;
  const text = (Math.sign(fen) * cut).toLocaleString('en-GB', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `≈\u00a0${text}`;
}
