import { useEffect, useRef } from 'react';
import { balance } from '../../contract/member/auth';
import { getWithdrawal, listMovements, listWithdrawals } from '../../contract/money/wallet';
import { useApp } from '../../core/app';

/** Everything that shows what a withdrawal moves. */
export const withdrawalQueries = [balance, listMovements, listWithdrawals, getWithdrawal];

/** Asks again whenever the phone comes back to us, so that what the desk has done meanwhile is seen. */
export function useRefreshOnShow(refresh: () => void) {
  const { platform } = useApp();
  const newest = useRef(refresh);
  newest.current = refresh;
  useEffect(() => platform.onShow(() => newest.current()), [platform]);
}
