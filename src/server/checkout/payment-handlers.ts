import * as calls from '../../contract/buying/payments';
import * as rules from '../../contract/buying/payments.rules';
import type { CallGroup } from '../kernel/call-group';
import { rechargeHandlers } from './list-recharges';
import { queryPaymentHandlers } from './query-payment';
import { remitHandlers } from './remit';
import { startPaymentHandlers } from './start-payment';
import { topUpHandlers } from './top-up';

export const paymentCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    ...queryPaymentHandlers,
    ...startPaymentHandlers,
    ...remitHandlers,
    ...rechargeHandlers,
    ...topUpHandlers,
  },
};
