import { createHmac, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { attempt, forgive, type Limit } from '../kernel/rate-limit';
import { open, seal } from '../kernel/seal';
import { base32, matchingCounter } from '../kernel/totp';
import { isKnownDevice } from './known-devices';
import type { Member } from './members';
import { sendToAll } from './send-to-contact';
import type { AuthenticatorTable } from './tables';

type Authenticator = Selectable<AuthenticatorTable>;

const minute = 60_000;
/** Milliseconds in which a code has to confirm a new authenticator app. */
export const confirmWithin = 30 * minute;
const recoveryCodes = 10;
/** Limits of wrong codes of a member in one place: in a short period, and in a day. */
const wrongCodes: Limit = { max: 5, window: 15 * minute };
const wrongCodesToday: Limit = { max: 20, window: 24 * 60 * minute };

declare const passed: unique symbol;
/** A member who has taken the second step of signing in, or needs none. Only they get a session. */
export type Passed = Member & { readonly [passed]: true };

/** A way in that counts as two factors, such as a passkey, or an account that was just made. */
export const needsNoSecondStep = (member: Member): Passed => member as Passed;

/** The context in which the key of a member's authenticator app is sealed. */
const sealContext = (member: string) => `member totp ${member}`;

/** A recovery code as it is stored: nobody who has only the database can try codes, since the key is sealed. */
const hashOf = (key: string, code: string) =>
  createHmac('sha256', key)
    .update(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
    .digest('base64url');

/** Ten new recovery codes, `abcde-fghij`, and their hashes. */
export function newRecoveryCodes(key: string): { codes: string[]; hashes: string } {
  const codes = Array.from({ length: recoveryCodes }, () =>
    base32(randomBytes(7)).toLowerCase().slice(0, 10).replace(/^.{5}/, '$&-'),
  );
  return { codes, hashes: codes.map((code) => hashOf(key, code)).join(' ') };
}

export const recoveryLeft = ({ recovery }: Pick<Authenticator, 'recovery'>): number =>
  recovery ? recovery.split(' ').length : 0;

export const sealKey = ({ settings }: RequestContext, member: string, key: string): string =>
  seal(settings, sealContext(member), key);

/** The member's authenticator app, confirmed or not. */
export const authenticatorOf = (run: Executor, member: string): Promise<Authenticator | undefined> =>
  run.selectFrom('authenticator').selectAll().where('member', '=', member).executeTakeFirst();

/**
 * The second step of signing in: a code of the member's authenticator app, or a recovery code. A member without an app needs none. Refused
 * (500) with `secondStep` if the code is missing or wrong; clients that do not know it show the message.
 */
export async function secondStep(
  ctx: RequestContext,
  member: Member,
  code: string | undefined,
): Promise<Passed> {
  const app = await authenticatorOf(ctx.db.run, member.id);
  if (app?.added_at) {
    if (!code) throw new DomainError('secondCodeNeeded', {}, { body: { secondStep: 'authenticator' } });
    await proveSecondCode(ctx, member, app, code);
  }
  return member as Passed;
}

/** A session, or a device on which the member has signed in before, has tries of its own; all others share theirs. */
async function placeOf(
  { db, device, session, member: who }: RequestContext,
  member: string,
): Promise<string> {
  if (session && who === member) return `${member}:session:${session}`;
  if (device.id && (await isKnownDevice(db.run, member, device))) return `${member}:device:${device.id}`;
  return member;
}

/** Checks a code of the app, or a recovery code, and uses it up. */
export const proveSecondCode = async (
  ctx: RequestContext,
  member: Member,
  app: Authenticator,
  code: string,
): Promise<void> =>
  countSecondCode(
    ctx,
    member.id,
    async () => (await spendCode(ctx, app, code)) || (await spendRecoveryCode(ctx, member, app, code)),
  );

/** Performs a check of a code. It is counted as a wrong one before, and forgiven if it was right. */
export async function countSecondCode(
  ctx: RequestContext,
  member: string,
  check: () => Promise<boolean>,
): Promise<void> {
  const { db, now } = ctx;
  const place = await placeOf(ctx, member);
  const [key, keyToday] = [`second:${place}`, `second:day:${place}`];
  const here = await attempt(db.run, key, wrongCodes, now);
  if (!here.allowed) throw paused(here.wait);
  const today = await attempt(db.run, keyToday, wrongCodesToday, now);
  if (!today.allowed) throw paused(today.wait);
  if (await check()) return forgive(db.run, key, keyToday);
  const left = Math.min(wrongCodes.max - here.count, wrongCodesToday.max - today.count);
  throw new DomainError('secondCodeWrong', { left }, { body: { secondStep: 'authenticator', left } });
}

const paused = (wait: number) =>
  new DomainError('secondCodePaused', { minutes: Math.ceil(wait / minute) }, { body: { left: 0 } });

const keyOf = ({ settings }: RequestContext, { member, key }: Authenticator) =>
  open(settings, sealContext(member), key);

/** Whether it is a code of the app that was not used; if two requests send the same one at once, one succeeds. */
export async function spendCode(ctx: RequestContext, app: Authenticator, code: string): Promise<boolean> {
  const key = keyOf(ctx, app);
  const counter = key && matchingCounter(key, code, ctx.now, Number(app.used));
  if (!counter) return false;
  const used = await ctx.db.run
    .updateTable('authenticator')
    .set({ used: counter })
    .where('member', '=', app.member)
    .where('key', '=', app.key)
    .where('used', '<', counter)
    .executeTakeFirst();
  return !!used.numUpdatedRows;
}

/** Whether it is a recovery code that is left. It is removed, and every contact of the member learns of it. */
async function spendRecoveryCode(
  ctx: RequestContext,
  member: Member,
  app: Authenticator,
  code: string,
): Promise<boolean> {
  const key = keyOf(ctx, app);
  if (!key) return false;
  const all = app.recovery.split(' ');
  const left = all.filter((one) => one !== hashOf(key, code));
  if (left.length === all.length) return false;
  return ctx.db.tx(async (tx) => {
    const used = await tx
      .updateTable('authenticator')
      .set({ recovery: left.join(' ') })
      .where('member', '=', app.member)
      .where('recovery', '=', app.recovery)
      .executeTakeFirst();
    if (!used.numUpdatedRows) return false;
    await sendToAll(tx, ctx, member, 'recoveryCodeUsedNote', { left: left.length });
    return true;
  });
}
