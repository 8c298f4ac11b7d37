import { balance } from '../../contract/auth';
import { getWithdrawal, listMovements, listWithdrawals } from '../../contract/wallet';

/** Everything that shows what a withdrawal moves. */
export const shown = [balance, listMovements, listWithdrawals, getWithdrawal];
