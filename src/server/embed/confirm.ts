import * as v from 'valibot';
import { makeCode, proveCode } from '../auth/codes';
import { addressesOf, masked } from '../auth/contacts';
import { type Member, me } from '../auth/members';
import { provePassword, reserve } from '../auth/password';
import { sendToContact } from '../auth/send-to-contact';
import { countText } from '../auth/text-budget';
import { type CheckedInput, type Endpoint, inputOf } from '../http/endpoint';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { attempt } from '../kernel/rate-limit';
import { asksPayPassword } from '../pay-password/proof';
import { provePayPassword } from '../pay-password/verify-pay';
import { numberField } from './card-number';
import { type ChallengeRow, isOpen } from './challenges';
import type { ChallengeDescription } from './describe-challenge';

/** The data that the secure document sends: a proof of the member's identity, and the number that the member typed. */
export const confirmation = v.strictObject({
  payPassword: v.optional(v.pipe(v.string(), v.maxLength(6))),
  password: v.optional(v.pipe(v.string(), v.maxLength(200))),
  code: v.optional(v.pipe(v.string(), v.maxLength(20))),
  number: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
});
type Confirmation = v.InferOutput<typeof confirmation>;

/** Number of wrong passwords and codes that end a challenge. */
const guesses = 5;
const codesToContact = { max: 20, window: 86_400_000 };
const codesToMember = { max: 1, window: 60_000 };

const ended = () => new DomainError('challengeEnded');

/** The data of a challenge with the number that was typed. Refused with a problem of `number`. */
function completed(endpoint: Endpoint, row: ChallengeRow, number: string | undefined): CheckedInput {
  const data = JSON.parse(row.data) as object;
  const numberInput = numberField(endpoint.call, data);
  if (!numberInput || (!number && !numberInput.needed)) return inputOf(endpoint, data);
  try {
    return inputOf(endpoint, { ...data, [numberInput.field]: number ?? '' });
  } catch (error) {
    const problem = error instanceof DomainError && error.more.problems?.[numberInput.field];
    if (!problem) throw error;
    throw new DomainError('secureNumberWrong', {}, { problems: { number: problem } });
  }
}

/**
 * Confirms a challenge: checks the member's identity, then performs the prepared call with its own request key. The call takes
 * effect once, even if several requests confirm it. A guess is counted before anything is hashed.
 */
export async function confirm(
  endpoint: Endpoint,
  row: ChallengeRow,
  given: Confirmation,
  ctx: RequestContext,
): Promise<void> {
  const { db, now } = ctx;
  if (row.answer !== null) return; // the page asks again if the response was lost
  if (!isOpen(row, now)) throw ended();
  const input = completed(endpoint, row, given.number);
  const member = await me(db.run, ctx);
  if ((await countGuess(row, ctx)) === 'done') return;
  await prove(row, member, given, ctx);
  const answer = await endpoint.handler(input, { ...ctx, payConfirmed: true });
  await db.run
    .updateTable('challenge')
    .set({ answer: JSON.stringify(answer) })
    .where('hash', '=', row.hash)
    .execute();
}

async function countGuess({ hash }: ChallengeRow, { db, now }: RequestContext): Promise<'done' | undefined> {
  const counted = await db.run
    .updateTable('challenge')
    .set((is) => ({ attempts: is('attempts', '+', 1) }))
    .where('hash', '=', hash)
    .where('attempts', '<', guesses)
    .where('answer', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning('hash')
    .executeTakeFirst();
  if (counted) return;
  const still = await db.run
    .selectFrom('challenge')
    .select(['attempts', 'answer'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (still && still.answer !== null) return 'done';
  throw still && still.attempts >= guesses ? new DomainError('challengeGuessed') : ended();
}

async function prove(
  row: ChallengeRow,
  member: Member,
  given: Confirmation,
  ctx: RequestContext,
): Promise<void> {
  const { payPassword, password, code } = given;
  // a member without one proves their identity as for setting it
  if (await asksPayPassword(ctx)) {
    if (!payPassword) throw new DomainError('payPassword');
    return provePayPassword(ctx, payPassword);
  }
  if (password) {
    await provePassword(ctx, member, { account: member.username, password });
    return;
  }
  const [contact] = addressesOf(member);
  if (!code || !contact) throw new DomainError('secretMissing');
  const proof = await proveCode(ctx, purposeOf(row), contact, code);
  await ctx.db.tx((tx) => proof.consume(tx));
}

/** A code is valid for one challenge only. */
const purposeOf = ({ hash }: ChallengeRow) => `confirm:${hash}` as const;

/** Sends the member a code together with its purpose. Returns the masked contact of the recipient. */
export async function sendCode(
  row: ChallengeRow,
  { title, lines }: ChallengeDescription,
  ctx: RequestContext,
): Promise<string> {
  const { db, now } = ctx;
  const [contact] = addressesOf(await me(db.run, ctx));
  if (!contact || !isOpen(row, now)) throw ended();
  const { allowed, wait } = await attempt(db.run, `confirm:${ctx.member}`, codesToMember, now);
  if (!allowed) throw new DomainError('waitForCode', { seconds: Math.ceil(wait / 1000) });
  await reserve(ctx, `code:to:${contact.key}`, codesToContact);
  await countText(ctx, contact);
  const what = [title, lines[0]?.[1]].filter(Boolean).join(' ');
  await db.tx(async (tx) => {
    const code = await makeCode(tx, purposeOf(row), contact, ctx);
    await sendToContact(tx, ctx, contact, 'confirmNote', { code, what, site: row.site });
  });
  return masked(contact.address);
}

/** Cancels the challenge for the member; `'done'` if it was too late. */
export async function cancel({ hash }: ChallengeRow, { db }: RequestContext): Promise<'cancelled' | 'done'> {
  const open = db.run.deleteFrom('challenge').where('hash', '=', hash).where('answer', 'is', null);
  if (await open.returning('hash').executeTakeFirst()) return 'cancelled';
  const still = await db.run
    .selectFrom('challenge')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return still ? 'done' : 'cancelled';
}
