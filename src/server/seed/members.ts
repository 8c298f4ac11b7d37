import { columnsOf, contactOf } from '../auth/contacts';
import type { Member } from '../auth/members';

/** Ids of the demo members. */
export const demo = 'member-demo';
export const democn = 'member-democn';
export const lee = 'member-lee';
export const newbie = 'member-newbie';

export const demoPassword = 'cloud2026';
export const demoPayPassword = '202611';

const day = 86_400_000;

interface Person extends Partial<Member> {
  id: string;
  username: string;
  nickname: string;
  contacts: string[];
  invite_code: string;
  daysAgo: number;
}

const people: Person[] = [
  {
    id: demo,
    username: 'demo',
    nickname: 'Dana Demo',
    name: 'dana',
    contacts: ['demo@example.com', '+6591234567'],
    team_leader: true,
    invite_code: 'DEMO2026',
    daysAgo: 95,
  },
  {
    id: democn,
    username: 'democn',
    nickname: '云小演',
    name: '云小演',
    contacts: ['13800138000', 'democn@example.com'],
    country: 'cn',
    invite_code: 'DEMOCN26',
    daysAgo: 80,
  },
  {
    id: lee,
    username: 'lee',
    nickname: 'Lee',
    contacts: ['lee@example.com'],
    inviter: demo,
    invite_code: 'LEE20268',
    daysAgo: 60,
  },
  {
    id: newbie,
    username: 'newbie',
    nickname: 'newbie',
    contacts: ['newbie@example.com'],
    examine_state: 0,
    inviter: lee,
    invite_code: 'NEWBIE26',
    daysAgo: 2,
  },
];

/** `password` is the hash of `demoPassword`: one for all, since everybody knows it. */
export const demoMembers = (password: string, now: number): Member[] =>
  people.map(({ contacts, daysAgo, ...person }) => ({
    username_key: person.username,
    name: null,
    avatar: null,
    phone: null,
    email: null,
    email_key: null,
    password,
    examine_state: 1,
    country: 'intl',
    team_leader: false,
    inviter: null,
    created_at: new Date(now - daysAgo * day),
    ...Object.assign({}, ...contacts.map((contact) => columnsOf(contactOf(contact)))),
    ...person,
  }));
