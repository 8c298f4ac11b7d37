import * as calls from '../../contract/buying/orders';
import * as rules from '../../contract/buying/orders.rules';
import { listPackagesHandlers } from '../fulfilment/list-packages';
import type { CallGroup } from '../kernel/call-group';
import { contractHandlers } from '../orders/contract';
import { dictionaryHandlers } from '../orders/dictionary';
import { askRefundHandlers } from '../orders/refund-requests';
import { signContractHandlers } from '../orders/sign';
import { buyHandlers } from './buy';
import { changeMethodHandlers } from './change-method';
import { listOrdersHandlers } from './list-orders';

export const orderCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    ...buyHandlers,
    ...listOrdersHandlers,
    ...changeMethodHandlers,
    ...askRefundHandlers,
    ...listPackagesHandlers,
    ...contractHandlers,
    ...signContractHandlers,
    ...dictionaryHandlers,
  },
};
