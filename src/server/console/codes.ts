import { randomInt } from 'node:crypto';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { seal } from '../kernel/seal';
import { sha256 } from '../kernel/sha256';
import { newTotpKey, totpAddress } from '../kernel/totp';
import { emailKey, newToken, writeTo } from '../partners/people';
import { type From, personBy, reserve, totpSeal } from './guesses';

/** Milliseconds that a code is valid, and that its ticket is valid. */
export const codeTtl = 15 * 60_000;
const guesses = 5;

type Purpose = 'sign-up' | 'reset';

/** Sends a code to an address. The response is always the same, so only the owner of the mailbox learns whether an account exists. */
export async function sendCode(
  gateway: Gateway,
  { email, purpose }: { email: string; purpose: Purpose },
  { ip, locale }: From,
): Promise<{ sent: true }> {
  const { db, settings, now } = gateway;
  const key = emailKey(email);
  await reserve(gateway, 'code', key, ip);
  const person = await personBy(db.run, key);
  const at = now();
  await db.tx(async (tx) => {
    const url = `${settings.publicUrl}/partners/`;
    if (purpose === 'sign-up' && person)
      return writeTo(tx, { email: person.email, locale }, 'partnerSignUpAgain', { url }, at);
    if (purpose === 'reset' && !person) return;
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const row = {
      code: sha256(`${purpose}:${key}:${code}`),
      attempts: 0,
      sent_at: new Date(at),
      expires_at: new Date(at + codeTtl),
      ticket: null,
      totp: null,
    };
    await tx
      .insertInto('partner_code')
      .values({ email_key: key, purpose, ...row })
      .onConflict((conflict) => conflict.columns(['email_key', 'purpose']).doUpdateSet(row))
      .execute();
    await writeTo(tx, { email: person?.email ?? email, locale }, 'partnerCode', { code }, at);
  });
  return { sent: true };
}

/** Data for an authenticator app: the key, and the address for a QR code. */
export const enrolment = (email: string, key: string) => ({
  key,
  address: totpAddress(email, key, 'Cloudphone partners'),
});

/** Exchanges a code for a ticket, which the next form sends. For a new account the response contains the key for an authenticator app. */
export async function showCode(
  { db, settings, now }: Gateway,
  { email, purpose, code }: { email: string; purpose: Purpose; code: string },
) {
  const key = emailKey(email);
  const ticket = newToken();
  const totp = purpose === 'sign-up' ? newTotpKey() : undefined;
  const counted = await db.run
    .updateTable('partner_code')
    .set((is) => ({ attempts: is('attempts', '+', 1) }))
    .where('email_key', '=', key)
    .where('purpose', '=', purpose)
    .where('attempts', '<', guesses)
    .where('ticket', 'is', null)
    .where('expires_at', '>', new Date(now()))
    .returning('code')
    .executeTakeFirst();
  if (counted?.code !== sha256(`${purpose}:${key}:${code}`)) throw new DomainError('partnerCodeWrong');
  const used = await db.run
    .updateTable('partner_code')
    .set({
      ticket: sha256(ticket),
      totp: totp ? seal(settings, totpSeal(key), totp) : null,
      expires_at: new Date(now() + codeTtl),
    })
    .where('email_key', '=', key)
    .where('purpose', '=', purpose)
    .where('ticket', 'is', null)
    .returning('ticket')
    .executeTakeFirst();
  if (!used) throw new DomainError('partnerCodeWrong');
  return { ticket, ...(totp && enrolment(email, totp)) };
}
