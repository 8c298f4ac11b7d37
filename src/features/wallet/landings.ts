import { balance as getBalance } from '../../contract/member/auth';
import { userAccountList } from '../../contract/money/payout';
import { balanceHistory, getWithdrawal, listMovements, listWithdrawals } from '../../contract/money/wallet';
import { landing, sends } from '../../core/navigation/landing';
import { balance, home, withDrawRecord } from './routes';

export const landings = [
  landing(
    home,
    sends(getBalance),
    sends(balanceHistory),
    sends(listWithdrawals),
    sends(listMovements, { kind: 'balance' }),
  ),
  landing(withDrawRecord, sends(getWithdrawal, { id: '?id' })),
  landing(balance, sends(getBalance), sends(userAccountList)),
];
