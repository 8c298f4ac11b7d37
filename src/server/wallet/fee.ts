import type { WithdrawalQuote } from '../../contract/money/wallet';
import { yuan } from '../../contract/wire/yuan';
import { processedBy } from '../kernel/calendar';
import { DomainError } from '../kernel/domain-error';
import type { Settings } from '../settings/settings';

/** The platform's fee for `amount`, in fen: its per mille, rounded up, with a minimum. */
const feeOf = (amount: number, { feePermille, feeMin }: Settings['withdrawal']): number =>
  Math.max(feeMin, Number((BigInt(amount) * BigInt(feePermille) + BigInt(999)) / BigInt(1000)));

/** Fen as 10⁻⁶ USDT, rounded down. `rate`: fen per USDT. */
const usdtFor = (fen: number, rate: number) => Number((BigInt(fen) * BigInt(1_000_000)) / BigInt(rate));

/** The fee of a withdrawal of `amount` fen, the net amount, and the time of arrival; `toUsdt` for a TRON address. */
export function quoteOf(
  amount: number,
  toUsdt: boolean,
  { withdrawal, usdtRate }: Settings,
  now: number,
): WithdrawalQuote {
  const fee = feeOf(amount, withdrawal);
  const arrives = amount - fee;
  return {
    fee,
    arrives,
    ...(toUsdt && { usdt: usdtFor(arrives, usdtRate) }),
    expectedBy: new Date(processedBy(now, withdrawal)).toISOString(),
  };
}

/** Refused, with the new quote, if the member was shown a different fee. */
export function assertFeeShown(shownFee: number | undefined, quote: WithdrawalQuote): void {
  if (shownFee === undefined || shownFee === quote.fee) return;
  throw new DomainError('feeChanged', { fee: yuan(quote.fee) }, { body: { quote } });
}
