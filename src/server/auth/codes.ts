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

export type Purpose = 'register' | 'reset' | 'phone' | 'email' | 'pay' | `confirm:${string}`;

/** Milliseconds that a code is good for, and between two codes for one destination and purpose. */
const ttl = 10 * 60_000;
export const codeWait = 60_000;
const guesses = 5;
const day = 24 * 3_600_000;
/**
 * Wrong codes for one contact and purpose in a day, from one address and from all. Each code has its own five guesses; without a bound over
 * codes, whoever asks for many of them guesses the right one of a few accounts in ten thousand.
 */
const wrongCodes = { one: { max: 10, window: day }, all: { max: 30, window: day } };
/** Guesses at one code after that: strangers learn little by one, and an owner with a new phone needs one. */
const guessesAfter = 1;

const hash = (purpose: Purpose, { key }: Contact, code: string) =>
  createHash('sha256').update(`${purpose}:${key}:${code}`).digest('hex');

/**
 * Makes a code of six digits in place of the one that this device asked for before; refused when that one is younger than
 * `codeWait`. A code is good on the device that asked for it: nobody elsewhere can use it, or use up its guesses.
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
  // a request that began later may have been quicker: its code is then from our future, by milliseconds
  const age = Math.max(0, now - (before?.sent_at.getTime() ?? now));
  const wait = Math.max(1, Math.ceil((codeWait - age) / 1000));
  throw new DomainError('waitForCode', { seconds: wait }, { body: { wait } });
}

/** The code a member typed, found right. `consume` it in the transaction that does what it was asked for. */
interface Proof {
  consume(tx: Tx): Promise<void>;
}

/**
 * Compares, after counting the guess in a statement of its own: a refusal later on does not give the guess back.
 * Refused on `code`, in the same words whether it was wrong, old, used, guessed too often or never sent.
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
  // one that was asked for before this device kept a token is nobody else's either
  const row = (device.id && (await guess(device.id))) || (await guess(''));
  // only a wrong guess at a code that could be guessed is counted: strangers without a code use up nobody's share
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
 * Whose share of attempts at a contact the caller uses up: one address's and that of all, or, on a device where the contact's member
 * has signed in before, that device's alone, so that no stranger uses up the member's share. Gives whether it is such a device,
 * and what an attempt counts under, each with its limit.
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

/** Counts an attempt at a contact under `name`, and refuses once there were too many. Gives what it was counted under. */
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
