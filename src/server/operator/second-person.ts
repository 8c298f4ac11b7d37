import { createHash, randomUUID } from 'node:crypto';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import type { Person } from './people';
import { isAllowedTo } from './roles';
import type { SourceNamed } from './source';
import { explained, type Intent, worthOf } from './worth';

/** Milliseconds that a proposal waits for a second person. */
const goodFor = 7 * 24 * 3_600_000;

type Input = Record<string, unknown>;

interface Request extends Intent {
  url: string;
}

const hashOf = ({ url, input }: Request): string => {
  const { requestKey: _key, again: _again, ...asked } = (input ?? {}) as Input;
  const sorted = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, sorted]))
    .digest('hex');
};

/** `done`: continue; a claimed proposal is released if the action fails. `proposed`: the action now waits for a second person. */
export type Eyes = { go: true; claimed?: string } | { go: false; proposal: string; until: Date };

/** Decides whether this person may perform an action now, or records it as a proposal for a second person. */
export async function secondPerson(
  gateway: Gateway,
  named: SourceNamed,
  person: Person,
  intent: Request,
): Promise<Eyes> {
  const { db, settings, now } = gateway;
  if (settings.secondPersonFrom === undefined) return { go: true };
  const amount = await worthOf(gateway, named, intent);
  if (amount < settings.secondPersonFrom) return { go: true };
  const hash = hashOf(intent);
  const at = new Date(now());
  const open = await openFor(db.run, hash, at);
  if (open?.operator === person.id) return { go: false, proposal: open.id, until: open.expires_at };
  if (open) {
    await assertIndependent(db.run, person, open.operator, at);
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
  const made = await db.run
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
    .onConflict((conflict) => conflict.column('hash').where('ended', 'is', null).doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows) return { go: false, proposal: id, until };
  return secondPerson(gateway, named, person, intent); // somebody else has just made the same proposal
}

/** The open proposal of an action. An expired one is replaced: an action has at most one open proposal. */
async function openFor(run: Executor, hash: string, at: Date) {
  await run
    .updateTable('operator_proposal')
    .set({ ended: 'refused', ended_at: at, ended_by: null })
    .where('hash', '=', hash)
    .where('ended', 'is', null)
    .where('expires_at', '<=', at)
    .execute();
  return run
    .selectFrom('operator_proposal')
    .select(['id', 'operator', 'expires_at'])
    .where('hash', '=', hash)
    .where('ended', 'is', null)
    .executeTakeFirst();
}

/** Milliseconds during which a person who granted another one access, or changed it, cannot act as their second person. */
const vouchedFor = 30 * 24 * 3_600_000;

/** Refused if one of the two recently granted the other access, because both accounts may belong to one person. */
async function assertIndependent(run: Executor, person: Person, proposer: string, at: Date): Promise<void> {
  const vouched = await run
    .selectFrom('operator')
    .select('id')
    .where('vouched_at', '>', new Date(at.getTime() - vouchedFor))
    .where((is) =>
      is.or([
        is.and([is('id', '=', person.id), is('vouched_by', '=', proposer)]),
        is.and([is('id', '=', proposer), is('vouched_by', '=', person.id)]),
      ]),
    )
    .executeTakeFirst();
  if (vouched) throw new DomainError('proposalTooClose');
}

/** Reopens the proposal of a failed action. */
export const giveBackProposal = (run: Executor, id: string) =>
  run
    .updateTable('operator_proposal')
    .set({ ended: null, ended_at: null, ended_by: null })
    .where('id', '=', id)
    .execute();

/** Proposals, for lists of the back office. */
export const proposalRows = (run: Executor) => run.selectFrom('operator_proposal as p').selectAll('p');

type ProposalRow = Awaited<ReturnType<ReturnType<typeof proposalRows>['execute']>>[number];

function stateOf({ ended, expires_at, ended_by }: ProposalRow, now: number) {
  if (!ended) return expires_at.getTime() > now ? 'open' : 'expired';
  return ended === 'refused' && ended_by === null ? 'expired' : ended;
}

/** A proposal with its changes: the second person sees the old and the new values. */
export async function proposalView(gateway: Gateway, named: SourceNamed, row: ProposalRow) {
  const input = JSON.parse(row.body);
  const state = stateOf(row, gateway.now());
  const { changes } = state === 'open' ? await explained(gateway, named, { ...row, input }) : { changes: [] };
  return {
    id: row.id,
    action: row.action,
    target: row.target,
    by: row.name,
    at: row.at,
    until: row.expires_at,
    input,
    ...(row.amount !== null && { amount: row.amount }),
    ...(changes.length && { changes }),
    state,
    ...(row.ended_by && { endedBy: row.ended_by }),
    ...(row.ended_at && { endedAt: row.ended_at }),
  };
}

/** The proposal together with its record: the member, the account, the voucher. */
export async function showProposal(gateway: Gateway, named: SourceNamed, id: string) {
  const row = await proposalRows(gateway.db.run).where('p.id', '=', id).executeTakeFirst();
  if (!row) throw new DomainError('proposalEnded');
  const { record } = await explained(gateway, named, { ...row, input: JSON.parse(row.body) });
  return { ...(await proposalView(gateway, named, row)), ...(record && { about: record as object[] }) };
}

/** An open proposal, for a person whose role permits its action. */
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
