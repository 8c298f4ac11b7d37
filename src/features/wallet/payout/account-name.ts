import type { PayoutAccount } from '../../../contract/money/payout';

/** `Bank of China •••• 0123`, `Alipay 138****8000`: a payout account in one line. */
export const accountName = (account: Pick<PayoutAccount, 'type' | 'bankName' | 'number'>) =>
  `${account.bankName ?? account.type} ${account.number}`;
