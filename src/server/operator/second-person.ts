import { createHash, randomUUID } from 'node:crypto';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { fenOf } from '../payments/usdt/reserve';
import { getWithdrawalSheet } from '../wallet/withdrawal-sheet';
import type { Person } from './people';
import { isAllowedTo } from './roles';

/** Milliseconds that a second person has. */
const goodFor = 7 * 24 * 3_600_000;

type Input = Record<string, unknown>;
type AmountOf = (gateway: Gateway, target: string, input: Input) => Promise<number>;

/** What leaves with an action, in fen. An account's ways in are worth whatever is in it. */
const amounts: Record<string, AmountOf> = {
  'withdrawals/:id/approve': async ({ db }, id) => (await getWithdrawalSheet(db.run, id)).amount,
  'remittances/:id/approve': async ({ db }, id) => {
    const row = await db.run
      .selectFrom('remittance')
      .select('amount')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.amount ?? 0;
  },
  'orders/:id/refund': async ({ db }, id, { amount }) => {
    const order = await db.run
      .selectFrom('purchase')
      .select(['paid', 'refunded', 'currency'])
      .where('order_no', '=', id)
      .executeTakeFirst();
    if (order?.currency !== 'money') return 0;
    return typeof amount === 'number' ? amount : order.paid - order.refunded;
  },
  'transfers/:id/settle': async ({ db, settings }, id) => {
    const row = await db.run
      .selectFrom('usdt_transfer')
      .select('amount')
      .where('txid', '=', id)
      .executeTakeFirst();
    return row ? fenOf(row.amount, settings.usdtRate) : 0;
  },
  'members/:account/reset': async () => Number.POSITIVE_INFINITY,
  // where members remit to
  'settings/:id': async (_, name) => (name.startsWith('PAYEE_') ? Number.POSITIVE_INFINITY : 0),
};

export interface Intent {
  action: string;
  target: string;
  url: string;
  input: unknown;
}

const hashOf = ({ url, input }: Intent): string => {
  const { requestKey: _key, again: _again, ...asked } = (input ?? {}) as Input;
  const sorted = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, sorted]))
    .digest('hex');
};

/** `done`: go on; a claimed proposal is given back when the action fails. `proposed`: it waits for a second person now. */
export type Eyes = { go: true; claimed?: string } | { go: false; proposal: string; until: Date };

/** Whether an action may be done now by this person, or is written down for a second one. */
export async function secondPerson(gateway: Gateway, person: Person, intent: Intent): Promise<Eyes> {
  const { db, settings, now } = gateway;
  const amountOf = amounts[intent.action];
  if (settings.secondPersonFrom === undefined || !amountOf) return { go: true };
  const amount = await amountOf(gateway, intent.target, (intent.input ?? {}) as Input);
  if (amount < settings.secondPersonFrom) return { go: true };
  const hash = hashOf(intent);
  const at = new Date(now());
  const open = await db.run
    .selectFrom('operator_proposal')
    .select(['id', 'operator', 'expires_at'])
    .where('hash', '=', hash)
    .where('ended', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  if (open?.operator === person.id) return { go: false, proposal: open.id, until: open.expires_at };
  if (open) {
    const claimed = await db.run
      .updateTable('operator_proposal')
      .set({ ended: 'granted', ended_at: at, ended_by: person.name })
      .where('id', '=', open.id)
      .where('ended', 'is', null)
      .executeTakeFirst();
    if (claimed.numUpdatedRows) return { go: true, claimed: open.id };
  }
  const id = randomUUID();
  const until = new Date(at.getTime() + goodFor);
  await db.run
    .insertInto('operator_proposal')
    .values({
      id,
      hash,
      url: intent.url,
      body: JSON.stringify(intent.input ?? {}),
      action: intent.action,
      target: intent.target,
      operator: person.id,
      name: person.name,
      amount: Number.isFinite(amount) ? amount : null,
      at,
      expires_at: until,
      ended_at: null,
      ended_by: null,
      ended: null,
    })
    .execute();
  return { go: false, proposal: id, until };
}

/** The action failed: its proposal waits on. */
export const giveBackProposal = (run: Executor, id: string) =>
  run
    .updateTable('operator_proposal')
    .set({ ended: null, ended_at: null, ended_by: null })
    .where('id', '=', id)
    .execute();

export async function listProposals({ db, now }: Gateway) {
  const rows = await db.run
    .selectFrom('operator_proposal')
    .selectAll()
    .where('ended', 'is', null)
    .where('expires_at', '>', new Date(now()))
    .orderBy('at')
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map(({ id, action, target, name, amount, at, body, expires_at }) => ({
    id,
    action,
    target,
    by: name,
    at,
    until: expires_at,
    input: JSON.parse(body),
    ...(amount !== null && { amount }),
  }));
}

/** One that waits, for somebody who may do what it asks for. */
export async function openProposal({ db, now }: Gateway, person: Person, id: string) {
  const row = await db.run
    .selectFrom('operator_proposal')
    .selectAll()
    .where('id', '=', id)
    .where('ended', 'is', null)
    .where('expires_at', '>', new Date(now()))
    .executeTakeFirst();
  if (!row) throw new DomainError('proposalEnded');
  if (!isAllowedTo(person.role, 'POST', row.action)) throw new DomainError('proposalNotYours');
  return row;
}

export async function refuseProposal(gateway: Gateway, person: Person, id: string) {
  const row = await openProposal(gateway, person, id);
  await gateway.db.run
    .updateTable('operator_proposal')
    .set({ ended: 'refused', ended_at: new Date(gateway.now()), ended_by: person.name })
    .where('id', '=', row.id)
    .where('ended', 'is', null)
    .execute();
  return { id, refused: true };
}
