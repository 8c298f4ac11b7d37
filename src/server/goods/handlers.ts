import * as categories from '../../contract/shop/categories';
import * as categoryRules from '../../contract/shop/categories.rules';
import * as calls from '../../contract/shop/goods';
import * as rules from '../../contract/shop/goods.rules';
import type { CallGroup } from '../kernel/call-group';
import { batches } from './batch-goods';
import { binding } from './bind-shop';
import { categoryHandlers } from './categories';
import { editing } from './edit-goods';
import { listing } from './list-goods';
import { listingSales } from './list-sales';
import { shopHandlers } from './set-up-shop';
import { taking } from './take-goods';

export const goodsCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    ...shopHandlers,
    ...binding,
    ...listing,
    ...taking,
    ...batches,
    ...editing,
    ...listingSales,
  },
};

export const categoryCalls: CallGroup<typeof categories, typeof categoryRules> = {
  calls: categories,
  rules: categoryRules,
  handlers: categoryHandlers,
};
