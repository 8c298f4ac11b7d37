import { quoteWithdrawal, type WithdrawalQuote, type WithdrawalSource } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { useDebounced } from '../../../core/data/debounced';
import { fetchOrThrow, useEntry } from '../../../core/data/query';

/** The input of a quote. Amount in fen. */
interface Priced {
  source: WithdrawalSource;
  amount: number;
  accountId?: string | undefined;
}

/** The server's quote of a withdrawal while the form is being filled in. No request for invalid input. */
export function useWithdrawalQuote(priced: Priced | undefined) {
  const { send } = useApp();
  const now = priced && JSON.stringify(priced);
  const debounced = useDebounced(now);

  const input = debounced && JSON.parse(debounced);
  const { value, failure, refresh } = useEntry<WithdrawalQuote | undefined>(
    quoteWithdrawal,
    input ?? {},
    async (_, wait) => input && fetchOrThrow(send, quoteWithdrawal, input, wait),
  );
  const isCurrent = now !== undefined && now === debounced;
  return {
    value: isCurrent ? value : undefined,
    failure: isCurrent ? failure : undefined,
    refresh: () => refresh(),
  };
}
