import * as calls from '../../contract/video/circle';
import * as rules from '../../contract/video/circle.rules';
import type { CallGroup } from '../kernel/call-group';
import { listing } from './list-posts';
import { people } from './people';
import { writing } from './write-posts';

export const circleCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...listing, ...people, ...writing },
};
