import * as calls from '../../contract/promotion';
import * as rules from '../../contract/promotion.rules';
import type { Group } from '../kernel/call-group';
import { finding } from './find-recipient';
import { logging } from './list-transfers';
import { transferring } from './transfer';

export const promotionGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...finding, ...transferring, ...logging },
};
