import { isRisky } from '../../contract/rules/fields';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { isLeaked } from '../kernel/leaked-passwords';
import type { Locale } from '../kernel/messages';
import { attempt, attemptFrom, keysFrom, type Limit, networkOf } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';
import { open } from '../kernel/seal';
import { matchingCounter } from '../kernel/totp';

const hour = 3_600_000;
const limits = {
  signIn: {
    here: { max: 8, window: hour / 4 },
    email: { max: 40, window: hour / 4 },
    network: { max: 60, window: hour / 4 },
  },
  /** Limits of codes sent: to one address, and from one network. */
  code: {
    here: { max: 3, window: hour },
    email: { max: 5, window: hour },
    network: { max: 20, window: hour },
  },
} satisfies Record<string, Record<string, Limit>>;

/** The origin of a request by a visitor who is not signed in. */
export interface From {
  ip: string;
  locale: Locale;
  aborted: AbortSignal;
}

/** Reserves an attempt; rejected if there were too many for this address or from this network. */
export async function reserve({ db, now }: Gateway, kind: keyof typeof limits, email: string, ip: string) {
  const here = `console:${kind}:${email}:${networkOf(ip)}`;
  const anywhere = `console:${kind}:${email}`;
  const from = `console:${kind}-from`;
  const at = now();
  const allowed =
    (await attempt(db.run, here, limits[kind].here, at)).allowed &&
    (await attempt(db.run, anywhere, limits[kind].email, at)).allowed &&
    (await attemptFrom(db.run, from, ip, limits[kind].network, at)).allowed;
  if (!allowed) throw new RequestRejected('rate');
  return [here, anywhere, ...keysFrom(from, ip)];
}

export const personBy = (run: Executor, email: string) =>
  run.selectFrom('partner_person').selectAll().where('email_key', '=', email).executeTakeFirst();

/** The context in which the key of a person's codes is sealed. */
export const totpSeal = (who: string) => `totp ${who}`;

export async function assertPassword(password: string, email: string): Promise<void> {
  const [name = ''] = email.toLowerCase().split('@');
  const isOwnName = name.length > 3 && password.toLowerCase().includes(name);
  if (isRisky(password) || isOwnName || isLeaked(password)) throw new DomainError('deskPasswordWeak');
}

/** The counter of a code that the person has not used yet. */
export function counterOf(
  { settings, now }: Gateway,
  { id, totp, totp_used }: { id: string; totp: string; totp_used: number },
  code: string,
): number | undefined {
  const key = open(settings, totpSeal(id), totp);
  return key ? matchingCounter(key, code, now(), Number(totp_used)) : undefined;
}

/** If two requests send the same code at once, one succeeds. */
export async function spendCode(run: Executor, person: string, counter: number): Promise<boolean> {
  const used = await run
    .updateTable('partner_person')
    .set({ totp_used: counter })
    .where('id', '=', person)
    .where('totp_used', '<', counter)
    .executeTakeFirst();
  return !!used.numUpdatedRows;
}
