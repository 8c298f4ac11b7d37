import * as calls from '../../contract/wallet';
import * as rules from '../../contract/wallet.rules';
import type { Group } from '../calls';
import { applying } from './applying';
import { income } from './income';
import { listing } from './listing';
import { movements } from './movements';

export const walletGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...applying, ...listing, ...movements, ...income },
};
