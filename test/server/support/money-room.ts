import type { Insertable } from 'kysely';
import type { Tables } from '../../../src/server/schema/tables';
import { addMember } from './member';
import type { Sent, TestGateway } from './open';
import { give } from './shop';
import { addAccount, desk, withdraw } from './wallet';

/** Asks the back office with the token of a person. */
export async function asDesk({ desk: url }: TestGateway, token: string, path: string, body?: object) {
  const answer = await fetch(`${url}/operator/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

interface Approved {
  number: string;
  id: string;
  member: string;
  username: string;
  as: Sent;
}

/** A member of its own whose withdrawal has been approved. */
export async function approvedWithdrawal(
  gateway: TestGateway,
  {
    amount = 100_00,
    account = {},
  }: { amount?: number; account?: Partial<Insertable<Tables['payout_account']>> } = {},
): Promise<Approved> {
  const { id: member, username } = await addMember(gateway, { name: 'Li Mei' });
  const as = await gateway.signIn(member);
  await give(gateway, member, 'balance', amount);
  const { body, message } = await withdraw(gateway, as, await addAccount(gateway, member, account), {
    amount,
  });
  if (!body?.number) throw new Error(message);
  await desk(gateway, `withdrawals/${body.number}/approve`, {});
  return { number: body.number, id: body.id, member, username, as };
}
