import { byAccount } from '../auth/members';
import type { Executor, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { idempotent } from '../kernel/idempotency';
import { addressOf } from '../pictures/address';
import { ownPictures } from '../pictures/own-pictures';
import { preceding } from './history';
import { notifyUnlessRead } from './notify-answer';
import type { ConversationMessageTable } from './tables';
import { appendMessage, markRead } from './write';

/** The owner of the request keys of the back office. */
const desk = 'operator';
/** Milliseconds by which a message may become visible after its time: a slow transaction, or two clocks. */
const overlap = 60_000;
/** Maximum number of messages in a response to a client that follows all conversations. */
const most = 200;

/** A message as the back office shows it; a picture is an address that is valid for an hour. */
interface DeskMessage {
  member: string;
  id: number;
  from: 'member' | 'desk';
  text: string;
  picture?: string;
  at: string;
}

type Row = Pick<ConversationMessageTable, 'id' | 'author' | 'text' | 'picture' | 'at'>;

const view = (
  { settings, fileSecret, now }: Gateway,
  member: string,
  { author, ...row }: Row,
): DeskMessage => ({
  member,
  id: row.id,
  from: author,
  text: row.text,
  ...(row.picture && { picture: `${settings.publicUrl}${addressOf(fileSecret, row.picture, now())}` }),
  at: row.at.toISOString(),
});

async function memberOf(run: Executor, account: string) {
  const member = await byAccount(run, account);
  if (!member) throw new DomainError('memberMissing');
  return member;
}

/** Conversations with their members and newest messages, for lists of the back office. */
export const conversationRows = (run: Executor) =>
  run
    .selectFrom('conversation as c')
    .innerJoin('member as m', 'm.id', 'c.member')
    .innerJoin('conversation_message as n', (join) =>
      join.onRef('n.member', '=', 'c.member').onRef('n.id', '=', 'c.newest'),
    )
    .select([
      'm.username',
      'c.desk_unread as unread',
      'c.at',
      'c.taken_by',
      'n.author',
      'n.text',
      'n.picture',
    ]);

type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversationRows>['execute']>>[number];

export const conversationView = ({ username, author, text, picture, taken_by, ...row }: ConversationRow) => ({
  member: username,
  ...row,
  newest: `${author}: ${text || (picture ? '[picture]' : '')}`,
  ...(taken_by && { takenBy: taken_by }),
});

/** Sets the person who handles a member's conversation. */
export async function takeConversation({ db }: Gateway, account: string, by: string) {
  const { id, username } = await memberOf(db.run, account);
  await db.run.updateTable('conversation').set({ taken_by: by }).where('member', '=', id).execute();
  return { member: username, takenBy: by };
}

/** A page of a member's conversation, the newest or the one before an id. Marks it as read by the back office. */
export async function readConversation(gateway: Gateway, account: string, before: number | undefined) {
  const { db } = gateway;
  const member = await memberOf(db.run, account);
  const { items } = await preceding(db.run, member.id, before);
  const last = items[items.length - 1];
  if (last) await db.tx((tx) => markRead(tx, member.id, 'desk', last.id));
  gateway.waiting.written(member.id);
  return items.map((one) =>
    view(gateway, member.username, { ...one, picture: one.picture ?? null, at: new Date(one.at) }),
  );
}

interface Reply {
  account: string;
  text: string;
  /** Ids of the member's pictures, at most one. */
  pictures?: string[] | undefined;
  requestKey: string;
  /** The newest message that the person had seen; `again`: they know that there is a later one. */
  seen?: number | undefined;
  again?: boolean | undefined;
}

/** Sends a message to a member, once per request key. Refused if a colleague has written since the person looked. */
export async function replyToMember(
  { db, waiting, now }: Gateway,
  { account, seen, again, ...input }: Reply,
): Promise<{ id: number }> {
  const member = await memberOf(db.run, account);
  const at = now();
  const [picture] = await ownPictures({ db, member: member.id }, input.pictures, 'pictures');
  const answer = await db.tx((tx) =>
    idempotent(
      tx,
      { member: desk, now: at },
      { path: 'operator/chat' },
      { ...input, member: member.id } as typeof input,
      async () => {
        const id = await appendMessage(tx, member.id, { author: 'desk', text: input.text, picture }, at);
        // after the message, whose conversation stays locked: two answers at once come here one after the other
        if (seen !== undefined && !again) await assertNoneSince(tx, member.id, seen, id);
        await notifyUnlessRead(tx, { member: member.id, id }, at);
        return { id };
      },
    ),
  );
  waiting.written(member.id);
  return answer;
}

/** Refused if the back office has written between two messages. */
async function assertNoneSince(tx: Tx, member: string, seen: number, own: number): Promise<void> {
  const other = await tx
    .selectFrom('conversation_message')
    .select('id')
    .where('member', '=', member)
    .where('author', '=', 'desk')
    .where('id', '>', seen)
    .where('id', '<', own)
    .executeTakeFirst();
  if (other) throw new DomainError('answeredMeanwhile', {}, { body: { repeat: true } });
}

/** The position of a client that follows all conversations: everything before `since`, and in each conversation up to an id. */
interface Followed {
  since: string;
  known: Record<string, number>;
}

/**
 * Messages of all conversations since a position, as soon as there are any, within 25 s; and the next position. The first request returns
 * at once with the current position.
 */
export async function followConversations(
  gateway: Gateway,
  followed: Followed | undefined,
  aborted: AbortSignal,
): Promise<Followed & { items: DeskMessage[] }> {
  if (!followed) return { since: new Date(gateway.now()).toISOString(), known: {}, items: [] };
  const { since, known } = followed;
  const from = new Date(since);
  const read = () => messagesSince(gateway.db.run, from, known);
  let rows = await read();
  if (!rows.length) {
    const isNews = (one: { member: string; newest: number }) => one.newest > (known[one.member] ?? 0);
    await gateway.waiting.forDesk(from, isNews, aborted);
    rows = await read();
  }
  const items = rows.slice(0, most);
  const next = { ...known };
  for (const { member, id } of items) next[member] = Math.max(id, next[member] ?? 0);
  const moved = rows.length > most ? from : new Date(Math.max(from.getTime(), gateway.now() - overlap));
  const recent = await membersSince(gateway.db.run, moved);
  return {
    items: items.map(({ username, ...row }) => view(gateway, username, row)),
    since: moved.toISOString(),
    known: Object.fromEntries(Object.entries(next).filter(([member]) => recent.has(member))),
  };
}

async function messagesSince(run: Executor, since: Date, known: Record<string, number>) {
  const rows = await run
    .selectFrom('conversation as c')
    .innerJoin('member', 'member.id', 'c.member')
    .innerJoin('conversation_message as m', 'm.member', 'c.member')
    .selectAll('m')
    .select('member.username')
    .where('c.at', '>=', since)
    .where('m.at', '>=', since)
    .orderBy('m.at')
    .orderBy('m.member')
    .orderBy('m.id')
    .execute();
  return rows.filter(({ member, id }) => id > (known[member] ?? 0)).slice(0, most + 1);
}

async function membersSince(run: Executor, since: Date): Promise<Set<string>> {
  const rows = await run.selectFrom('conversation').select('member').where('at', '>=', since).execute();
  return new Set(rows.map(({ member }) => member));
}
