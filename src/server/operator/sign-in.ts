import { isRisky } from '../../contract/rules/fields';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { isLeaked } from '../kernel/leaked-passwords';
import {
  type Attempt,
  attempt,
  attemptFrom,
  forgive,
  forgiveAll,
  keysFrom,
  neighbourhoodOf,
  networkOf,
} from '../kernel/rate-limit';
import type { Requester } from '../kernel/services';
import { sha256 } from '../kernel/sha256';
import { matchingCounter, newTotpKey, totpAddress } from '../kernel/totp';
import { nameKey, newToken, type Person } from './people';
import { keyOfCodes, sealKey } from './totp-keys';

/** Milliseconds: the lifetime of a session, and the longest time without use. */
const lasts = 12 * 3_600_000;
const idle = 2 * 3_600_000;
/** Precision in milliseconds of a session's last use. */
const seenEvery = 60_000;

const window = 900_000;
const guesses = { here: { max: 8, window }, name: { max: 40, window }, network: { max: 60, window } };

/** Too many guesses at a name or from an address; `minutes` until there may be another. */
export class TooManyGuesses extends Error {
  constructor(readonly minutes: number) {
    super();
  }
}

interface From {
  ip: string;
  aborted: AbortSignal;
  /** The token in the browser's cookie, if it has one. */
  browser?: string | undefined;
}

interface Reserved {
  keys: string[];
  by: Requester;
}

/**
 * Reserves a guess; rejected if there were too many for this name or from this address. A browser in which the person has signed in before has
 * its own limit and its own lane, because all colleagues behind a tunnel share one address.
 */
async function reserve(gateway: Gateway, name: string, { ip, aborted, browser }: From): Promise<Reserved> {
  const { db, now } = gateway;
  const at = now();
  const assertAllowed = ({ allowed, wait }: Attempt) => {
    if (!allowed) throw new TooManyGuesses(Math.ceil(wait / 60_000));
  };
  const known = browser && (await isKnownBrowser(db.run, name, sha256(browser)));
  if (known) {
    const own = `${keyOf(name)}:browser:${sha256(browser)}`;
    assertAllowed(await attempt(db.run, own, guesses.here, at));
    return { keys: [own], by: { trust: 'device', turn: sha256(browser), aborted } };
  }
  const here = `${keyOf(name)}:${networkOf(ip)}`;
  const anywhere = keyOf(name);
  assertAllowed(await attempt(db.run, here, guesses.here, at));
  assertAllowed(await attempt(db.run, anywhere, guesses.name, at));
  assertAllowed(await attemptFrom(db.run, 'desk-from', ip, guesses.network, at));
  return {
    keys: [here, anywhere, ...keysFrom('desk-from', ip)],
    by: { turn: neighbourhoodOf(ip), aborted },
  };
}

/** The key under which guesses at a person are counted. */
const keyOf = (name: string) => `desk:${name}`;

/** Forgets the guesses at a person, whom somebody else has shut out by guessing. */
export const admitAgain = (run: Executor, name: string): Promise<void> =>
  forgiveAll(run, keyOf(nameKey(name)));

const isKnownBrowser = (run: Executor, name: string, hash: string) =>
  run
    .selectFrom('operator_browser as b')
    .innerJoin('operator as o', 'o.id', 'b.operator')
    .select('b.hash')
    .where('b.hash', '=', hash)
    .where('o.name', '=', name)
    .executeTakeFirst();

/** Makes the browser of a successful sign-in known. */
async function rememberBrowser(
  { db, now }: Gateway,
  operator: string,
  browser: string | undefined,
): Promise<void> {
  if (!browser) return;
  const seen = { seen_at: new Date(now()) };
  await db.run
    .insertInto('operator_browser')
    .values({ hash: sha256(browser), operator, ...seen })
    .onConflict((conflict) => conflict.columns(['hash', 'operator']).doUpdateSet(seen))
    .execute();
}

async function openSession({ db, now }: Gateway, operator: string) {
  const token = newToken();
  const at = now();
  await db.run.deleteFrom('operator_session').where('expires_at', '<', new Date(at)).execute();
  const expiresAt = new Date(at + lasts);
  await db.run
    .insertInto('operator_session')
    .values({
      hash: sha256(token),
      operator,
      expires_at: expiresAt,
      created_at: new Date(at),
      seen_at: new Date(at),
    })
    .execute();
  return { token, expiresAt };
}

/** Signs a person in with their password and a current code. Every failure has the same response. */
export async function signIn(
  gateway: Gateway,
  given: { name: string; password: string; code: string },
  from: From,
) {
  const { db, passwords, now } = gateway;
  const name = nameKey(given.name);
  const counted = await reserve(gateway, name, from);
  const row = await db.run
    .selectFrom('operator')
    .selectAll()
    .where('name', '=', name)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const { right } = await passwords.check(given.password, row?.password ?? undefined, counted.by);
  const key = row && keyOfCodes(gateway, row);
  const counter = key && matchingCounter(key, given.code, now(), row.totp_used);
  if (!row || !right || !counter) throw new DomainError('deskSignInWrong');
  // if two requests send the same code at once, one succeeds
  const used = await db.run
    .updateTable('operator')
    .set({ totp_used: counter })
    .where('id', '=', row.id)
    .where('totp_used', '<', counter)
    .executeTakeFirst();
  if (!used.numUpdatedRows) throw new DomainError('deskSignInWrong');
  await forgive(db.run, ...counted.keys);
  await rememberBrowser(gateway, row.id, from.browser);
  return { name, role: row.role, ...(await openSession(gateway, row.id)) };
}

async function invited({ db, now }: Gateway, invite: string) {
  const row = await db.run
    .selectFrom('operator')
    .selectAll()
    .where('invite', '=', sha256(invite))
    .where('invite_until', '>', new Date(now()))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new DomainError('deskInviteEnded');
  return row;
}

/** Returns an invitation: its owner, and the key for an authenticator app, which stays the same if it is requested again. */
export async function showInvitation(gateway: Gateway, invite: string, from: From) {
  const counted = await reserve(gateway, 'invite', from);
  const row = await invited(gateway, invite);
  await forgive(gateway.db.run, ...counted.keys); // a valid invitation is not a guess
  await gateway.db.run
    .updateTable('operator')
    .set({ totp: sealKey(gateway, row.id, newTotpKey()) })
    .where('id', '=', row.id)
    .where('totp', 'is', null)
    .execute();
  const key = keyOfCodes(gateway, await invited(gateway, invite));
  if (!key) throw new DomainError('deskInviteEnded');
  return { name: row.name, role: row.role, key, address: totpAddress(row.name, key) };
}

/** Accepts an invitation: it ends, and its owner is signed in. */
export async function followInvitation(
  gateway: Gateway,
  { invite, password, code }: { invite: string; password: string; code: string },
  from: From,
) {
  const { db, passwords, now } = gateway;
  const counted = await reserve(gateway, 'invite', from);
  const row = await invited(gateway, invite);
  if (isRisky(password) || password.toLowerCase().includes(row.name) || isLeaked(password))
    throw new DomainError('deskPasswordWeak');
  const key = keyOfCodes(gateway, row);
  const counter = key && matchingCounter(key, code, now(), row.totp_used);
  if (!counter) throw new DomainError('deskCodeWrong');
  const hash = await passwords.hash(password, { ...counted.by, trust: 'proven' });
  const done = await db.run
    .updateTable('operator')
    .set({ password: hash, totp_used: counter, invite: null, invite_until: null })
    .where('id', '=', row.id)
    .where('invite', '=', sha256(invite))
    .executeTakeFirst();
  if (!done.numUpdatedRows) throw new DomainError('deskInviteEnded');
  await forgive(db.run, ...counted.keys);
  await rememberBrowser(gateway, row.id, from.browser);
  return { name: row.name, role: row.role, ...(await openSession(gateway, row.id)) };
}

/** The person who holds the token of a valid session. */
export async function findPerson({ db, now }: Gateway, token: string): Promise<Person | undefined> {
  const hash = sha256(token);
  const at = now();
  const row = await db.run
    .selectFrom('operator_session as s')
    .innerJoin('operator as o', 'o.id', 's.operator')
    .select(['o.id', 'o.name', 'o.role', 's.seen_at'])
    .where('s.hash', '=', hash)
    .where('s.expires_at', '>', new Date(at))
    .where('s.seen_at', '>', new Date(at - idle))
    .where('o.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  if (row.seen_at.getTime() < at - seenEvery)
    await db.run
      .updateTable('operator_session')
      .set({ seen_at: new Date(at) })
      .where('hash', '=', hash)
      .execute();
  return { id: row.id, name: row.name, role: row.role, session: hash };
}

export const signOut = ({ db }: Gateway, session: string) =>
  db.run.deleteFrom('operator_session').where('hash', '=', session).execute();
