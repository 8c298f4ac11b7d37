import type { PayoutAccount } from '../../../contract/payout';
import { cardIcon, coinsIcon, walletIcon } from '../../../ui/display/icons';

const icons = { bank: cardIcon, alipay: walletIcon, usdt: coinsIcon };

/** What stands before an account wherever it is named. */
export const iconOf = ({ kind }: Pick<PayoutAccount, 'kind'>): string => icons[kind] ?? walletIcon;
