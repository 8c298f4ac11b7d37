import * as calls from '../../contract/member/declarations';
import * as rules from '../../contract/member/declarations.rules';
import type { CallGroup } from '../kernel/call-group';
import { reading } from './list-declarations';
import { submitting } from './submit-declaration';

export const declarationCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...reading, ...submitting },
};
