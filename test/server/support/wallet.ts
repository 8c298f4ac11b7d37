import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import * as calls from '../../../src/contract/wallet';
import type { Tables } from '../../../src/server/db/tables';
import { assets, type Kind, memberAccount, systemAccount } from '../../../src/server/ledger/accounts';
import { post } from '../../../src/server/ledger/post';
import type { Sent, TestGateway } from './open';

/** A bank card to be paid out to, straight in the database, unless it is said to be another account; gives its id. */
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
    post(
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
