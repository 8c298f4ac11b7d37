import * as calls from '../../contract/promotion';
import * as rules from '../../contract/promotion.rules';
import type { Group } from '../calls';
import { logging } from './log';
import { finding } from './recipient';
import { transferring } from './transferring';

export const promotionGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...finding, ...transferring, ...logging },
};
