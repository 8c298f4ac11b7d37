import * as calls from '../../contract/payout';
import * as rules from '../../contract/payout.rules';
import type { Group } from '../kernel/call-group';
import { changing } from './change-account';
import { listing } from './list-accounts';

export const payoutGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...listing, ...changing },
};
