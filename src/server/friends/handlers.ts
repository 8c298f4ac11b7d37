import * as calls from '../../contract/member/friends';
import * as rules from '../../contract/member/friends.rules';
import type { CallGroup } from '../kernel/call-group';
import { listFriends } from './list-friends';
import { team } from './team';

export const friendCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { team: (_, ctx) => team(ctx), listFriends },
};
