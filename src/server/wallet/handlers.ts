import * as calls from '../../contract/money/wallet';
import * as rules from '../../contract/money/wallet.rules';
import type { CallGroup } from '../kernel/call-group';
import { applyWithdrawalHandlers } from './apply-withdrawal';
import { balanceHistoryHandlers } from './balance-history';
import { exchangeRateHandlers } from './exchange-rate';
import { listIncomeHandlers } from './list-income';
import { listMovementsHandlers } from './list-movements';
import { listWithdrawalsHandlers } from './list-withdrawals';

export const walletCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    ...applyWithdrawalHandlers,
    ...listWithdrawalsHandlers,
    ...listMovementsHandlers,
    ...listIncomeHandlers,
    ...balanceHistoryHandlers,
    ...exchangeRateHandlers,
  },
};
