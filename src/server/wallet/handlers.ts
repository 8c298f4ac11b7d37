import * as calls from '../../contract/wallet';
import * as rules from '../../contract/wallet.rules';
import type { Group } from '../kernel/call-group';
import { applying } from './apply-withdrawal';
import { income } from './list-income';
import { movements } from './list-movements';
import { listing } from './list-withdrawals';

export const walletGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...applying, ...listing, ...movements, ...income },
};
