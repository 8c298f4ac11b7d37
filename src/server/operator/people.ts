import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '../../contract/desk/area';
import type { Executor, Tx } from '../db/database';
import { lowerAscii } from '../kernel/ascii';
import { DomainError } from '../kernel/domain-error';
import { sha256 } from '../kernel/sha256';
import type { OperatorTable } from './tables';

/** Milliseconds that an invitation is valid. */
export const inviteTtl = 24 * 3_600_000;

export interface Person {
  id: string;
  name: string;
  role: Role;
  /** SHA-256 of the session's token; absent for OPERATOR_TOKEN. */
  session?: string;
}

/** In hex, because a command would parse a token that begins with - as an option. */
export const newToken = (): string => randomBytes(32).toString('hex');

/** The form of a name used for comparison. */
export const nameKey = (name: string): string => lowerAscii(name.trim());

/** All people with access to the back office, without credentials. */
export async function listPeople(run: Executor) {
  const rows = await run.selectFrom('operator').selectAll().orderBy('name').execute();
  return rows.map(({ name, role, email, password, invite, invite_until, created_at, disabled_at }) => ({
    name,
    role,
    ...(email && { email }),
    since: created_at,
    state: disabled_at ? 'disabled' : password ? 'active' : 'invited',
    ...(invite && { invitedUntil: invite_until }),
  }));
}

async function personOf(tx: Tx, name: string) {
  const row = await tx
    .selectFrom('operator')
    .select(['id', 'name', 'role', 'disabled_at'])
    .where('name', '=', nameKey(name))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new DomainError('personMissing');
  return row;
}

function invitation(now: number) {
  const invite = newToken();
  const until = new Date(now + inviteTtl);
  return { invite, until, row: { invite: sha256(invite), invite_until: until } };
}

/** Admins with active access. */
export const activeAdmins = (run: Executor) =>
  run
    .selectFrom('operator')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('password', 'is not', null);

/**
 * Records who granted a person access, or changed it: the two cannot act as each other's second person for some time. Changes by the only
 * admin are not recorded, because nobody else could have made them.
 */
export async function vouch(tx: Tx, name: string, by: Person, now: number): Promise<void> {
  if ((await activeAdmins(tx).execute()).length < 2) return;
  await tx
    .updateTable('operator')
    .set({ vouched_by: by.id, vouched_at: new Date(now) })
    .where('name', '=', nameKey(name))
    .execute();
}

/** Adds a person, who accepts the invitation with a password and an authenticator app. Nobody else learns either. */
export async function addPerson(
  tx: Tx,
  name: string,
  role: OperatorTable['role'],
  now: number,
  email?: string,
) {
  const { invite, until, row } = invitation(now);
  const added = await tx
    .insertInto('operator')
    .values({
      id: randomUUID(),
      name: nameKey(name),
      role,
      created_at: new Date(now),
      email: email ?? null,
      ...row,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!added.numInsertedOrUpdatedRows) throw new DomainError('personTaken');
  return { name: nameKey(name), role, invite, until };
}

/** For a person who lost their password or phone: sends a new invitation and ends the old access at once. */
export async function inviteAgain(tx: Tx, name: string, now: number) {
  const person = await personOf(tx, name);
  const { invite, until, row } = invitation(now);
  await tx
    .updateTable('operator')
    .set({ ...row, password: null, totp: null, totp_used: 0 })
    .where('id', '=', person.id)
    .execute();
  await endSessions(tx, person.id);
  return { name: person.name, role: person.role, invite, until };
}

const endSessions = (tx: Executor, operator: string) =>
  tx.deleteFrom('operator_session').where('operator', '=', operator).execute();

/** Refuses to remove the last active admin. */
async function assertAnotherAdmin(tx: Tx, id: string): Promise<void> {
  const admins = await activeAdmins(tx).orderBy('id').forUpdate().execute();
  if (!admins.some((admin) => admin.id !== id)) throw new DomainError('personLastAdmin');
}

export async function changeRole(tx: Tx, name: string, role: OperatorTable['role']) {
  const person = await personOf(tx, name);
  if (person.role === 'admin' && role !== 'admin') await assertAnotherAdmin(tx, person.id);
  await tx.updateTable('operator').set({ role }).where('id', '=', person.id).execute();
  return { name: person.name, role };
}

/** Sets the address to which a person's notifications are sent; null: none. */
export async function changeEmail(tx: Tx, name: string, email: string | null) {
  const person = await personOf(tx, name);
  await tx.updateTable('operator').set({ email }).where('id', '=', person.id).execute();
  return { name: person.name, email };
}

/** Ends a person's access at once; the trail keeps their name. */
export async function disablePerson(tx: Tx, name: string, now: number) {
  const person = await personOf(tx, name);
  if (person.role === 'admin') await assertAnotherAdmin(tx, person.id);
  await tx
    .updateTable('operator')
    .set({ disabled_at: new Date(now), password: null, totp: null, invite: null })
    .where('id', '=', person.id)
    .execute();
  await endSessions(tx, person.id);
  await tx.deleteFrom('operator_browser').where('operator', '=', person.id).execute();
  return { name: person.name, state: 'disabled' };
}

/** Restores a person's access with a new invitation. */
export async function enablePerson(tx: Tx, name: string, now: number) {
  const person = await personOf(tx, name);
  await tx.updateTable('operator').set({ disabled_at: null }).where('id', '=', person.id).execute();
  return inviteAgain(tx, person.name, now);
}
