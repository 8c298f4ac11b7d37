import * as calls from '../../../contract/money/payout';
import * as rules from '../../../contract/money/payout.rules';
import type { CallGroup } from '../../kernel/call-group';
import { changeAccountHandlers } from './change-account';
import { listAccountsHandlers } from './list-accounts';

export const payoutCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...listAccountsHandlers, ...changeAccountHandlers },
};
