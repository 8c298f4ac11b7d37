import { createHash, randomInt } from 'node:crypto';
import type { Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { attempt, giveBack, type Limit } from '../kernel/rate-limit';
import type { Contact } from './contacts';
import { invalid } from './invalid';
import { isKnownDevice } from './known-devices';
import { byContact } from './members';
import { reserve } from './password';

export type Purpose = 'register' | 'reset' | 'phone' | 'email' | 'pay' | 'factor' | `confirm:${string}`;

/** Milliseconds: how long a code is valid, and the minimum time between two codes for one destination and purpose. */
const ttl = 10 * 60_000;
export const codeWait = 60_000;
const guesses = 5;
const day = 24 * 3_600_000;
/**
 * Limits of wrong codes for one contact and purpose in a day, per address and in total. Each code allows five guesses; without a limit
 * over all codes, an attacker who requests many could guess the code of a few accounts in ten thousand.
 */
const wrongCodes = { one: { max: 10, window: day }, all: { max: 30, window: day } };
/** Guesses allowed for a code after that limit: too few for an attacker, and enough for an owner with a new phone. */
const guessesAfter = 1;

const hash = (purpose: Purpose, { key }: Contact, code: string) =>
  createHash('sha256').update(`${purpose}:${key}:${code}`).digest('hex');

/**
 * Makes a code of six digits that replaces the one this device requested before. Refused if that one is younger than `codeWait`. A code
 * is valid only on the device that requested it, so nobody else can use it or use up its guesses.
 */
export async function makeCode(
  tx: Tx,
  purpose: Purpose,
  contact: Contact,
  { now, device }: Pick<RequestContext, 'now' | 'device'>,
): Promise<string> {
  const asker = device.id ?? '';
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const fresh = {
    code_hash: hash(purpose, contact, code),
    attempts: 0,
    sent_at: new Date(now),
    expires_at: new Date(now + ttl),
  };
  const made = await tx
    .insertInto('verification')
    .values({ purpose, destination: contact.key, asker, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'destination', 'asker'])
        .doUpdateSet(fresh)
        .where('verification.sent_at', '<=', new Date(now - codeWait)),
    )
    .returning('sent_at')
    .executeTakeFirst();
  if (made) return code;
  const before = await one(
    tx.selectFrom('verification').select('sent_at'),
    purpose,
    contact,
    asker,
  ).executeTakeFirst();
  // a request that began later may finish earlier, so its code can be some milliseconds in the future
  const age = Math.max(0, now - (before?.sent_at.getTime() ?? now));
  const wait = Math.max(1, Math.ceil((codeWait - age) / 1000));
  throw new DomainError('waitForCode', { seconds: wait }, { body: { wait } });
}

/** A code that a member typed and that was correct. Call `consume` in the transaction that the code authorizes. */
interface Proof {
  consume(tx: Tx): Promise<void>;
}

/**
 * Checks a code. The guess is counted in its own statement first, so a later refusal does not give it back. Refused on `code`, with the
 * same message for a code that was wrong, expired, used, guessed too often or never sent.
 */
export async function proveCode(
  ctx: RequestContext,
  purpose: Purpose,
  contact: Contact,
  code: string,
): Promise<Proof> {
  const { db, now, device } = ctx;
  const { shares } = await sharesAt(ctx, `guess:${purpose}:${contact.key}`, contact, wrongCodes);
  let max = guesses;
  for (const [key, limit] of shares)
    if (!(await attempt(db.run, key, limit, now)).allowed) max = guessesAfter;
  const typed = hash(purpose, contact, code);
  const guess = (asker: string) =>
    one(db.run.updateTable('verification'), purpose, contact, asker)
      .set((is) => ({ attempts: is('attempts', '+', 1) }))
      .where('attempts', '<', max)
      .where('expires_at', '>', new Date(now))
      .returning(['code_hash', 'asker'])
      .executeTakeFirst();
  // a code that was requested before this device had a token belongs to the same person
  const row = (device.id && (await guess(device.id))) || (await guess(''));
  // only wrong guesses at an existing code count, so strangers without a code cannot use up a member's quota
  if (!row || row.code_hash === typed) for (const [key] of shares) await giveBack(db.run, key);
  if (row?.code_hash !== typed) throw invalid('code', 'wrong');
  return {
    async consume(tx) {
      const used = await one(tx.deleteFrom('verification'), purpose, contact, row.asker)
        .where('code_hash', '=', typed)
        .returning('purpose')
        .executeTakeFirst();
      if (!used) throw invalid('code', 'wrong');
    },
  };
}

/**
 * The quotas that an attempt at a contact counts against: those of the address and of all addresses. On a device where the contact's
 * member has signed in before, only that device's quota counts, so that no stranger can use up the member's quota. Returns whether it is
 * such a device, and the keys of the quotas with their limits.
 */
async function sharesAt(
  { db, device, network }: RequestContext,
  name: string,
  contact: Contact,
  limits: { one: Limit; all: Limit },
): Promise<{ isOwnDevice: boolean; shares: [key: string, limit: Limit][] }> {
  const member = device.id && (await byContact(db.run, contact));
  const isOwnDevice = !!member && (await isKnownDevice(db.run, member.id, device));
  const shares: [string, Limit][] = isOwnDevice
    ? [[`${name}:device:${device.id}`, limits.one]]
    : [
        [`${name}:${network}`, limits.one],
        [name, limits.all],
      ];
  return { isOwnDevice, shares };
}

/** Counts an attempt at a contact under `name`, and refuses if there were too many. Returns the keys it was counted under. */
export async function countAtContact(
  ctx: RequestContext,
  name: string,
  contact: Contact,
  limits: { one: Limit; all: Limit },
): Promise<{ isOwnDevice: boolean; names: string[] }> {
  const { isOwnDevice, shares } = await sharesAt(ctx, name, contact, limits);
  for (const [key, limit] of shares) await reserve(ctx, key, limit);
  return { isOwnDevice, names: shares.map(([key]) => key) };
}

const one = <
  Query extends { where(column: 'purpose' | 'destination' | 'asker', is: '=', value: string): Query },
>(
  query: Query,
  purpose: Purpose,
  { key }: Contact,
  asker: string,
): Query => query.where('purpose', '=', purpose).where('destination', '=', key).where('asker', '=', asker);
