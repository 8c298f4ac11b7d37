import { ExamineState } from '../../contract/member/auth';
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

/** Friends that have bought machines (`devices.ts`). */
const withMachines = ['aiko', 'benok', 'chenyu', 'ruis'];

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
    examine_state: ExamineState.closed,
    inviter: lee,
    invite_code: 'NEWBIE26',
    daysAgo: 2,
  },
  {
    id: 'member-xiaolin',
    username: 'xiaolin',
    nickname: '小林',
    contacts: ['13900001119'],
    country: 'cn',
    inviter: democn,
    invite_code: 'XIAOLIN26',
    daysAgo: 45,
  },
  // Friends of the demo member and of Lee: enough to show a team.
  ...(
    [
      ['aiko', 'Aiko Mori', '+6590001101', 50, demo, true],
      ['benok', 'Ben Okafor', '+6590001102', 38, demo],
      ['chenyu', 'Chen Yu', '+6590001103', 31, demo],
      ['ruis', 'Rui Santos', '+6590001104', 12, demo],
      ['meitan', 'Mei Tan', '+6590001105', 5, demo],
      ['daral', 'Dara Lim', '+6590001106', 24, 'member-aiko'],
      ['ekop', 'Eko Putra', '+6590001107', 17, 'member-aiko'],
      ['farah', 'Farah Aziz', '+6590001108', 9, lee],
    ] as [string, string, string, number, string, boolean?][]
  ).map(
    ([username, nickname, phone, daysAgo, inviter, team_leader = false]): Person => ({
      id: `member-${username}`,
      username,
      nickname,
      contacts: [phone],
      examine_state: withMachines.includes(username) ? ExamineState.open : ExamineState.closed,
      inviter,
      team_leader,
      invite_code: `${username.toUpperCase()}2026`.slice(0, 10),
      daysAgo,
    }),
  ),
];

/** `password` is the hash of `demoPassword`: the same for all, because it is public. */
export const demoMembers = (password: string, now: number): Member[] =>
  people.map(({ contacts, daysAgo, ...person }) => ({
    username_key: person.username,
    name: null,
    avatar: null,
    phone: null,
    email: null,
    email_key: null,
    password,
    examine_state: ExamineState.open,
    country: 'intl',
    team_leader: false,
    inviter: null,
    created_at: new Date(now - daysAgo * day),
    ...Object.assign({}, ...contacts.map((contact) => columnsOf(contactOf(contact)))),
    ...person,
  }));
