import { randomUUID } from 'node:crypto';
import { codeOf, counterAt } from '../../../src/server/kernel/totp';
import type { TestGateway } from './open';

/** Somebody at the partner console, as their browser is. */
export interface ConsoleUser {
  email: string;
  /** The key of their app of codes. */
  totp: string;
  /** The partner that they have signed up. */
  partner: string;
  cookie: string;
  csrf: string;
}

type At = Pick<TestGateway, 'url' | 'db' | 'clock'>;

export interface ConsoleAnswer {
  status: number;
  cookie: string | undefined;
  [field: string]: any;
}

/** Asks the console; a body makes it a POST. */
export async function consoleAsk(
  { url }: Pick<At, 'url'>,
  path: string,
  { as, body, headers }: { as?: Pick<ConsoleUser, 'cookie' | 'csrf'>; body?: object; headers?: object } = {},
): Promise<ConsoleAnswer> {
  const response = await fetch(`${url}/partners/api/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(as && { cookie: as.cookie, 'x-csrf': as.csrf }),
      ...headers,
    },
  });
  const [cookie] = (response.headers.get('set-cookie') ?? '').split(';');
  return { status: response.status, cookie: cookie || undefined, ...((await response.json()) as object) };
}

/** The newest e-mail to an address. */
export async function mailTo({ db }: Pick<At, 'db'>, address: string): Promise<string> {
  const mail = await db.run
    .selectFrom('message')
    .select('text')
    .where('address', '=', address)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return mail?.text ?? '';
}

/** The code that an app of codes shows now; `later`: in so many half minutes, as each is good once. */
export const codeNow = ({ clock }: Pick<At, 'clock'>, totp: string, later = 0) =>
  codeOf(totp, counterAt(Date.now() + clock.ahead) + later);

export const password = 'a long enough phrase';

async function entered(gateway: At, answer: ConsoleAnswer, about: { email: string; totp: string }) {
  if (!answer.cookie) throw new Error(`not signed in: ${JSON.stringify(answer)}`);
  const session = await consoleAsk(gateway, 'session', { as: { cookie: answer.cookie, csrf: '' } });
  const partner: string = session.partners[0]?.id ?? '';
  return { ...about, partner, cookie: answer.cookie, csrf: session.csrf as string };
}

/** A stranger shows the code from their mailbox; gives the ticket to sign up with, and the key of the codes. */
export async function ticketFor(gateway: At, email: string): Promise<{ ticket: string; key: string }> {
  await consoleAsk(gateway, 'code', { body: { email, purpose: 'sign-up' } });
  const code = /\b\d{6}\b/.exec(await mailTo(gateway, email))?.[0] ?? '';
  const { ticket, key } = await consoleAsk(gateway, 'code/show', {
    body: { email, purpose: 'sign-up', code },
  });
  return { ticket, key };
}

/** A stranger signs up, with a partner of their own. The twenty codes an hour of this address count anew, because all strangers have it. */
export async function signUp(
  gateway: At,
  { email = `d${randomUUID().slice(0, 8)}@dev.example`, company = 'Nordlicht Handel' } = {},
): Promise<ConsoleUser> {
  await gateway.db.run.deleteFrom('throttle').where('key', 'like', 'console:%-from:%').execute();
  const { ticket, key } = await ticketFor(gateway, email);
  const body = { email, ticket, password, code: codeNow(gateway, key), company };
  return entered(gateway, await consoleAsk(gateway, 'sign-up', { body }), { email, totp: key });
}

/** Somebody follows an invitation by mail, without an account before. */
export async function followInvitation(gateway: At, email: string): Promise<ConsoleUser> {
  const token = /invitation\/([0-9a-f]{64})/.exec(await mailTo(gateway, email))?.[1] ?? '';
  const { key } = await consoleAsk(gateway, 'invitation', { body: { token } });
  const body = { email, ticket: token, password, code: codeNow(gateway, key) };
  return entered(gateway, await consoleAsk(gateway, 'sign-up', { body }), { email, totp: key });
}

/** A colleague of a role, whom an owner has invited. */
export async function colleague(
  gateway: At,
  owner: ConsoleUser,
  role: 'owner' | 'developer' | 'read',
): Promise<ConsoleUser> {
  const email = `c${randomUUID().slice(0, 8)}@dev.example`;
  const invited = await consoleAsk(gateway, `of/${owner.partner}/people`, {
    as: owner,
    body: { email, role },
  });
  if (invited.status !== 200) throw new Error(JSON.stringify(invited));
  return followInvitation(gateway, email);
}
