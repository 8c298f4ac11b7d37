import { quoteWithdrawal, type WithdrawalQuote, type WithdrawalSource } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { useDebounced } from '../../../core/data/debounced';
import { fetchOrThrow, useEntry } from '../../../core/data/query';

/** What there is to know a price of. Amount in fen. */
interface Priced {
  source: WithdrawalSource;
  amount: number;
  accountId?: string | undefined;
}

/** What a withdrawal would cost, by the server, while it is being filled in. Nothing is asked while it is not valid. */
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
