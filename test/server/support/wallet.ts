import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import * as session from '../../../src/contract/member/auth';
import * as calls from '../../../src/contract/money/wallet';
import { assets, type Kind, memberAccount, systemAccount } from '../../../src/server/ledger/accounts';
import { postMovement } from '../../../src/server/ledger/post';
import type { Tables } from '../../../src/server/schema/tables';
import { addMember } from './member';
import { openGateway, type Sent, type TestGateway } from './open';
import { give } from './shop';

/** A member with a bank card, 1,000 yuan on the balance and 80 on the store balance. */
export interface Withdrawer {
  gateway: TestGateway;
  member: string;
  as: Sent;
  card: string;
}

/** A fresh one for each test, on the gateway of the suite. */
export async function prepareWithdrawer(context: Withdrawer): Promise<void> {
  context.gateway ??= await openGateway();
  const { gateway } = context;
  gateway.clock.ahead = 0;
  context.member = (await addMember(gateway, { name: '李梅', country: 'cn' })).id;
  context.as = await gateway.signIn(context.member);
  context.card = await addAccount(gateway, context.member, { number: '6222021234567890' });
  await give(gateway, context.member, 'balance', 1000_00);
  await give(gateway, context.member, 'store', 80_00);
}

/** Balance, store balance and what is frozen, as the member sees them. */
export async function has({ gateway, as }: Withdrawer): Promise<number[]> {
  const { balance, storeBalance, frozen } = (await gateway.send(session.balance, {}, as)).body;
  return [balance, storeBalance, frozen];
}

export const one = async ({ gateway, as }: Withdrawer, id: string) =>
  (await gateway.send(calls.getWithdrawal, { id }, as)).body as calls.Withdrawal;

export const revoke = ({ gateway, as }: Withdrawer, id: string, requestKey: string = randomUUID()) =>
  gateway.send(calls.revokeWithdrawal, { id, requestKey }, as);

/** A bank card to be paid out to, straight in the database, or another account if given; returns its id. */
export async function addAccount(
  { db }: Pick<TestGateway, 'db'>,
  member: string,
  values: Partial<Insertable<Tables['payout_account']>> = {},
): Promise<string> {
  const row = {
    id: randomUUID(),
    member,
    kind: 'bank' as const,
    holder: 'Li Mei',
    number: `62${String(Math.floor(Math.random() * 1e14)).padStart(14, '0')}`,
    bank: 'ICBC',
    branch: 'Harbour',
    at: new Date(),
    removed_at: null,
    usable_from: null,
    ...values,
  };
  await db.run.insertInto('payout_account').values(row).execute();
  return row.id;
}

/** Something comes to a member, for a reason and at a time. */
export const credit = (
  { db }: Pick<TestGateway, 'db'>,
  member: string,
  kind: Kind,
  amount: number,
  { reason = 'gift', at = Date.now(), ref = member } = {},
) =>
  db.tx((tx) =>
    postMovement(
      tx,
      {
        kind: reason,
        asset: assets[kind],
        entries: [
          [memberAccount(member, kind), amount],
          [systemAccount(reason, assets[kind]), -amount],
        ],
        memo: '',
        ref,
      },
      at,
    ),
  );

/** Applies as the app does: at the fee that it was quoted. */
export async function withdraw(gateway: TestGateway, as: Sent, accountId: string, more: object = {}) {
  const form = { source: 'balance', amount: 100_00, accountId, ...more };
  const quoted = await gateway.send(calls.quoteWithdrawal, form, as);
  return gateway.send(
    calls.applyWithdrawal,
    { requestKey: randomUUID(), ...(quoted.code === '1' && { fee: quoted.body.fee }), ...form },
    as,
  );
}

/** The operator's desk. */
export const desk = async ({ url, settings }: TestGateway, path: string, body?: object) => {
  const response = await fetch(`${url}/operator/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${settings.operatorToken}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as any) };
};
