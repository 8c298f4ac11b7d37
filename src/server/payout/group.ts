import * as calls from '../../contract/payout';
import * as rules from '../../contract/payout.rules';
import type { Group } from '../calls';
import { changing } from './changing';
import { listing } from './listing';

export const payoutGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...listing, ...changing },
};
