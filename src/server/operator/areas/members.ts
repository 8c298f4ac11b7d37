import { sql } from 'kysely';
import {
  accounts as accountsArea,
  declarations as declarationsArea,
  members as membersArea,
} from '../../../contract/desk/areas/members';
import { DeclarationStatus } from '../../../contract/member/declarations';
import { unlinkByDesk } from '../../accounts/unlink-by-desk';
import { lockMember, resetWaysIn, unlockMember } from '../../auth/lock-member';
import { endSessionOf } from '../../auth/where-signed-in';
import type { Executor } from '../../db/database';
import { decideDeclaration } from '../../declarations/decide-declaration';
import { DomainError } from '../../kernel/domain-error';
import type { Gateway } from '../../kernel/gateway';
import { addressOf } from '../../pictures/address';
import { picked, yesOrNo } from '../picked';
import { memberOf, setLeader, showMember } from '../show-member';
import { source } from '../source';

const memberRows = (run: Executor) =>
  run
    .selectFrom('member as m')
    .select([
      'm.id',
      'm.username',
      'm.nickname',
      'm.phone',
      'm.email',
      'm.country',
      'm.created_at',
      'm.locked_at',
    ]);

export const members = source({
  area: membersArea,
  param: 'account',
  kept: ['member', 'id', 'username_key', 'phone', 'email_key'],
  list: {
    rows: memberRows,
    columns: { since: 'm.created_at', username: 'm.username_key', country: 'm.country' },
    id: 'm.id',
    search: ['m.username_key', 'm.nickname', 'm.name', 'm.phone', 'm.email_key', 'm.id'],
    where: {
      locked: (value) => {
        const isLocked = picked(yesOrNo, value, 'locked');
        return isLocked ? sql`m.locked_at is not null` : sql`m.locked_at is null`;
      },
      invitedBy: (value) =>
        sql`m.inviter in (select id from member where username_key = ${value.toLowerCase()} or id = ${value})`,
    },
    view: (rows) =>
      rows.map(({ created_at, locked_at, ...row }) => ({
        ...row,
        since: created_at,
        ...(locked_at && { lockedAt: locked_at }),
      })),
  },
  one: (gateway, key) => showMember(gateway, key),
  names: ({ id, username, phone, email }) => [id, username, username?.toLowerCase(), phone, email],
  acts: {
    lock: ({ gateway, key }, { reason }) => lockMember(gateway, key, reason),
    unlock: ({ gateway, key }) => unlockMember(gateway, key),
    reset: ({ gateway, key }, input) => resetWaysIn(gateway, key, input),
    leader: ({ gateway, key }, { leader }) => setLeader(gateway, key, leader),
    endSession: async ({ gateway, key }, { session }) =>
      endSessionOf(gateway, (await memberOf(gateway.db.run, key)).id, session),
  },
  worth: { reset: () => Number.POSITIVE_INFINITY },
  changes: {
    reset: (member, { contact, keepOther }) => [
      {
        field: 'contact',
        before: [member.phone, member.email].filter(Boolean).join(', '),
        after: [contact, ...(keepOther ? ['…'] : [])].join(', '),
      },
    ],
    leader: (member, { leader }) => [{ field: 'teamLeader', before: member.teamLeader, after: leader }],
  },
});

const declarationRows = (run: Executor) =>
  run
    .selectFrom('declaration as d')
    .innerJoin('member as m', 'm.id', 'd.member')
    .selectAll('d')
    .select('m.username');

type Declaration = Awaited<ReturnType<ReturnType<typeof declarationRows>['execute']>>[number];

const declarationView = ({ settings, fileSecret, now }: Gateway, row: Declaration) => ({
  id: row.id,
  member: row.username,
  customer: row.customer_name,
  phone: row.customer_phone,
  quantity: row.quantity,
  amount: row.order_amount,
  status: row.status,
  paidAt: row.paid_at,
  submittedAt: row.submitted_at,
  ...(row.decided_at && { decidedAt: row.decided_at }),
  ...(row.remark && { remark: row.remark }),
  ...(row.audit_result && { result: row.audit_result }),
  attachment: (JSON.parse(row.attachment) as string[]).map(
    (id) => `${settings.publicUrl}${addressOf(fileSecret, id, now())}`,
  ),
});

export const declarations = source({
  area: declarationsArea,
  kept: ['declaration', 'id'],
  list: {
    rows: declarationRows,
    columns: { submittedAt: 'd.submitted_at', amount: 'd.order_amount', status: 'd.status' },
    id: 'd.id',
    member: 'd.member',
    search: ['d.id', 'd.customer_name', 'd.customer_phone', 'd.customer', 'm.username'],
    view: (rows, gateway) => rows.map((row) => declarationView(gateway, row)),
  },
  one: async (gateway, key) => {
    const row = await declarationRows(gateway.db.run).where('d.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('declarationMissing');
    return declarationView(gateway, row);
  },
  acts: {
    approve: ({ gateway: { db, now }, key }, { result }) =>
      decideDeclaration(db, key, { status: DeclarationStatus.confirmed, text: result ?? null }, now()),
    reject: ({ gateway: { db, now }, key }, { reason }) =>
      decideDeclaration(db, key, { status: DeclarationStatus.rejected, text: reason }, now()),
  },
});

const accountRows = (run: Executor) =>
  run
    .selectFrom('short_video_account as a')
    .innerJoin('member as m', 'm.id', 'a.member')
    .select([
      'a.id',
      'a.account',
      'a.nickname',
      'm.username',
      'a.linked',
      'a.signed_in',
      'a.machine',
      'a.coins',
      'a.linked_at',
      'a.updated_at',
    ]);

type Account = Awaited<ReturnType<ReturnType<typeof accountRows>['execute']>>[number];

const accountView = (row: Account) => ({
  id: row.id,
  account: row.account,
  nickname: row.nickname,
  member: row.username,
  linked: row.linked !== null,
  signedIn: row.signed_in,
  ...(row.machine && { machine: row.machine }),
  coins: row.coins,
  linkedAt: row.linked_at,
  updatedAt: row.updated_at,
});

export const accounts = source({
  area: accountsArea,
  kept: ['short_video_account', 'id'],
  list: {
    rows: accountRows,
    columns: { linkedAt: 'a.linked_at', coins: 'a.coins' },
    id: 'a.id',
    member: 'a.member',
    search: ['a.account', 'a.nickname', 'm.username', 'a.id'],
    where: {
      linked: (value) => {
        const isLinked = picked(yesOrNo, value, 'linked');
        return isLinked ? sql`a.linked is not null` : sql`a.linked is null`;
      },
    },
    view: (rows) => rows.map(accountView),
  },
  one: async ({ db }, key) => {
    const row = await accountRows(db.run).where('a.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('accountMissing');
    const visits = await db.run
      .selectFrom('grab_record')
      .select(['at', 'amount', 'live_room as liveRoom', 'streamer', 'state'])
      .where('account', '=', key)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(50)
      .execute();
    return { ...accountView(row), visits };
  },
  acts: { unlink: ({ gateway, key }, { reason }) => unlinkByDesk(gateway, key, reason) },
});
