import type { PayoutAccount } from '../../../contract/payout';
import { cardIcon, walletIcon } from '../../../ui/display/icons';

/** What stands before an account wherever it is named. */
export const iconOf = ({ kind }: Pick<PayoutAccount, 'kind'>): string =>
  kind === 'bank' ? cardIcon : walletIcon;
