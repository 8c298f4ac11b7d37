import * as calls from '../../contract/money/promotion';
import * as rules from '../../contract/money/promotion.rules';
import type { CallGroup } from '../kernel/call-group';
import { findRecipientHandlers } from './find-recipient';
import { listTransfersHandlers } from './list-transfers';
import { transferHandlers } from './transfer';

export const promotionCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...findRecipientHandlers, ...transferHandlers, ...listTransfersHandlers },
};
