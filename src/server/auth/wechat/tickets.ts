import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tx } from '../../db/database';
import type { RequestContext } from '../../kernel/context';
import { DomainError } from '../../kernel/domain-error';
import { networkOf } from '../../kernel/rate-limit';
import type { Wechat } from './wechat';

/**
 * Milliseconds: how long a ticket is valid, how long a code gives the same answer in its network, and how long one attempt may wait for
 * WeChat.
 */
const ttl = 10 * 60_000;
const repeatable = 5 * 60_000;
const askTimeoutMs = 15_000;

const sha256 = (text: string) => createHash('sha256').update(text);
/** Derived from the code, which only WeChat and the member know, so that the same code gives the same ticket. */
const ticketOf = (code: string) => sha256(`ticket:${code}`).digest('base64url');
const idOf = (ticket: string) => sha256(ticket).digest('hex');

/**
 * Exchanges WeChat's code for our ticket. WeChat accepts a code once, but a browser may send it twice (back, refresh, a second redirect),
 * even at the same moment: one attempt asks WeChat, and the others wait for its result. The code is in an address, and so in the logs of
 * proxies: once WeChat has answered, it gives the ticket only to the network that sent it first.
 */
export async function redeem(
  wechat: Wechat,
  { db, now, ip }: Pick<RequestContext, 'db' | 'now' | 'ip'>,
  code: string,
): Promise<{ ticket: string; openId: string }> {
  const ticket = ticketOf(code);
  const id = idOf(ticket);
  const attempt = randomUUID();
  const claim = {
    open_id: null,
    attempt,
    asked_at: new Date(now),
    expires_at: new Date(now + ttl),
    member: null,
    network: networkOf(ip),
  };
  const claimed = await db.run
    .insertInto('wechat_ticket')
    .values({ id, ...claim })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(claim)
        .where('wechat_ticket.open_id', 'is', null)
        .where('wechat_ticket.asked_at', '<', new Date(now - askTimeoutMs)),
    )
    .returning('id')
    .executeTakeFirst();
  if (!claimed) return { ticket, openId: await answerOf(id, { db, now, ip }) };
  try {
    const openId = await wechat.openIdOf(code);
    await mine(db.run.updateTable('wechat_ticket').set({ open_id: openId }), id, attempt).execute();
    return { ticket, openId };
  } catch (error) {
    await mine(db.run.deleteFrom('wechat_ticket'), id, attempt).execute();
    throw error;
  }
}

const mine = <Query extends { where(column: 'id' | 'attempt', is: '=', value: string): Query }>(
  query: Query,
  id: string,
  attempt: string,
): Query => query.where('id', '=', id).where('attempt', '=', attempt);

async function answerOf(
  id: string,
  { db, now, ip }: Pick<RequestContext, 'db' | 'now' | 'ip'>,
): Promise<string> {
  for (let waited = 0; waited < askTimeoutMs; waited += 200) {
    const row = await db.run.selectFrom('wechat_ticket').selectAll().where('id', '=', id).executeTakeFirst();
    if (row?.network !== networkOf(ip) || row.asked_at.getTime() < now - repeatable) break;
    if (row.open_id) return row.open_id;
    await delay(200);
  }
  throw new DomainError('wechatCodeSpent');
}

/** The openId of a ticket that has not expired. */
export async function openIdBehind(
  run: RequestContext['db']['run'],
  ticket: string,
  now: number,
): Promise<string> {
  const row = await run
    .selectFrom('wechat_ticket')
    .select('open_id')
    .where('id', '=', idOf(ticket))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return row?.open_id ?? over();
}

/** Keeps a ticket for one member: they may use it again when an answer got lost, nobody else ever. */
export async function spend(tx: Tx, ticket: string, member: string, now: number): Promise<void> {
  const taken = await tx
    .updateTable('wechat_ticket')
    .set({ member })
    .where('id', '=', idOf(ticket))
    .where('expires_at', '>', new Date(now))
    .where((is) => is.or([is('member', 'is', null), is('member', '=', member)]))
    .returning('id')
    .executeTakeFirst();
  if (!taken) over();
}

function over(): never {
  throw new DomainError('wechatTicketOver');
}
