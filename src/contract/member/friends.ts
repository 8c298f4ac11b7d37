import { added } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './friends.rules';

/** 1: whom the member has invited. 2: whom those have invited. No further. */
export type FriendLevel = 1 | 2;

/** What a member may know of a friend. There is no call that takes a friend's id. */
export interface Friend {
  /** Names a row for this member only; it is nobody's id. */
  key: string;
  nickname: string;
  /** Id of a picture that friends may see. */
  avatar?: string;
  /** Masked: `138****8000`. Of level 1 only; absent when there is none. */
  phone?: string;
  level: FriendLevel;
  /** The nickname of the friend who invited them; of level 2 only. */
  invitedBy?: string;
  teamLeader: boolean;
  /** ISO 8601: when they joined. */
  since: string;
  /** Cloud phones that they run now. */
  machines: number;
}

/** The numbers of a team. */
export interface Team {
  inviteCode: string;
  /** Where an invited person registers; the QR code of the posters. */
  inviteLink: string;
  level1: number;
  level2: number;
  teamLeaders: number;
  /** Friends of both levels that joined in this month of Shanghai. */
  joinedThisMonth: number;
  /** Friends who run a cloud phone, and all those machines. */
  active: number;
  machines: number;
  /** The nearest team leader above the member; absent when there is none, or the member is one. */
  leader?: { nickname: string; avatar?: string; phone?: string };
}

export const team = added<typeof rules.team, Team>('txFriend/team', {
  embed: {
    first: { invitation: {} },
    scopes: ['invitation:read', 'promotion:read'],
    fields: {
      avatar: 'public',
      inviteCode: 'public',
      inviteLink: 'public',
      nickname: 'public',
      phone: 'private',
    },
  },
});
/**
 * Friends, the newest of level 1 first, each followed by those they have invited, or of one level only. `keyword`: a part of
 * a nickname.
 */
export const listFriends = added<typeof rules.listFriends, Page<Friend>>('txFriend/list', {
  embed: {
    first: { invitation: { level: 1 } },
    scopes: ['invitation:read'],
    fields: { avatar: 'public', invitedBy: 'public', nickname: 'public', phone: 'private' },
  },
});
