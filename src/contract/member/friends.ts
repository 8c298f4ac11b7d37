import { added } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './friends.rules';

/** 1: members invited by the member. 2: members invited by those. No further levels. */
export type FriendLevel = 1 | 2;

/** The visible data of a friend. No call accepts a friend's id. */
export interface Friend {
  /** Identifies the row for this member only; it is not a member id. */
  key: string;
  nickname: string;
  /** Id of a picture that friends may see. */
  avatar?: string;
  /** Masked: `138****8000`. For level 1 only; absent if there is none. */
  phone?: string;
  level: FriendLevel;
  /** The nickname of the friend who invited them; for level 2 only. */
  invitedBy?: string;
  teamLeader: boolean;
  /** ISO 8601: when they joined. */
  since: string;
  /** Cloud phones that they run now. */
  machines: number;
}

/** The figures of a team. */
export interface Team {
  inviteCode: string;
  /** The registration address for invited people; the QR code of the posters. */
  inviteLink: string;
  level1: number;
  level2: number;
  teamLeaders: number;
  /** Friends of both levels that joined in this month in Shanghai. */
  joinedThisMonth: number;
  /** The number of cloud phones that they run. */
  machines: number;
  /** Of the friends whom the member has invited themselves: those who joined in this month, and those who run a cloud phone. */
  invitedThisMonth: number;
  invitedActive: number;
  /** Fen of rewards that are not credited yet, and of those taken back after the member had spent them; absent if none. */
  heldRewards?: number;
  owedRewards?: number;
  /** The nearest team leader above the member; absent if there is none, or if the member is one. */
  leader?: { nickname: string; avatar?: string; phone?: string };
}

export const team = added<typeof rules.team, Team>('txFriend/team', {
  oldest: '5 s',
  embed: {
    first: { invitation: {} },
    scopes: ['invitation:read', 'promotion:read'],
    fields: {
      avatar: 'public',
      inviteCode: 'public',
      inviteLink: 'public',
      invitedActive: 'public',
      invitedThisMonth: 'public',
      nickname: 'public',
      phone: 'private',
    },
  },
});
/** Friends, newest of level 1 first, each followed by the friends they invited; or of one level only. `keyword`: a part of a nickname. */
export const listFriends = added<typeof rules.listFriends, Page<Friend>>('txFriend/list', {
  oldest: '5 s',
  embed: {
    first: { invitation: { level: 1 } },
    scopes: ['invitation:read'],
    fields: { avatar: 'public', invitedBy: 'public', nickname: 'public', phone: 'private' },
  },
});
