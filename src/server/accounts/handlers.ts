import * as calls from '../../contract/video/accounts';
import * as rules from '../../contract/video/accounts.rules';
import type { CallGroup } from '../kernel/call-group';
import { bringing } from './bring-up-to-date';
import { linking } from './link-account';
import { listing } from './list-accounts';
import { machines } from './machines';
import { showing } from './show-account';

export const accountCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...listing, ...showing, ...linking, ...bringing, ...machines },
};
