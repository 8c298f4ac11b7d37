import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Gateway } from '../kernel/gateway';
import { attempt } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';
import type { Person } from './people';
import { actionOf, isAllowedTo } from './roles';
import { findPerson } from './sign-in';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who sends the request; on the routes of the back office. */
    person: Person | null;
  }
}

/** Limit of wrong tokens from one address. */
const guesses = { max: 20, window: 60_000 };

/**
 * The desk's cookies: of a session, and of a known browser. Over https they have the prefix `__Host-`, so that no other site of the domain can
 * set them; the prefix requires the path `/`. A tunnel to this machine has no https.
 */
export function cookiesOf(
  { protocol }: Pick<FastifyRequest, 'protocol'>,
  { settings }: Pick<Gateway, 'settings'>,
) {
  const isHttps = protocol === 'https';
  const prefix = isHttps ? '__Host-' : '';
  const secure = isHttps || (settings.production && !settings.publicUrl.startsWith('http:'));
  return {
    session: `${prefix}cloudphone_desk`,
    browser: `${prefix}cloudphone_desk_browser`,
    attributes: `Path=/${isHttps ? '' : 'operator'}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  };
}

/** A CSRF token that our page sends with the cookie. It is derived from the session token, so no other page can produce it. */
export const csrfOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();
const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

/** Nobody has signed in with this request, or the session has ended. */
export class NoSession extends Error {}

/** The person is known but their role does not permit this. */
export class Forbidden extends Error {}

/** A cookie of the desk, by its name. */
export const cookieOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{20,80})`).exec(headers.cookie ?? '')?.[1];

/** The holder of OPERATOR_TOKEN: in production a program with read access, elsewhere an admin. */
function automation({ settings }: Gateway, token: string): Person | undefined {
  if (!settings.operatorToken || !same(token, settings.operatorToken)) return;
  return { id: 'automation', name: 'automation', role: settings.production ? 'automation' : 'admin' };
}

async function whoSends(request: FastifyRequest, gateway: Gateway): Promise<Person | undefined> {
  const [, bearer] = /^Bearer ([^\s]{1,200})$/.exec(request.headers.authorization ?? '') ?? [];
  if (bearer) return automation(gateway, bearer) ?? findPerson(gateway, bearer);
  const cookie = cookieOf(request, cookiesOf(request, gateway).session);
  if (!cookie) return;
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  if (writes && !same(String(request.headers['x-csrf']), csrfOf(cookie))) return;
  return findPerson(gateway, cookie);
}

/** Rejects requests without a session, and those that the person's role does not permit. */
export async function assertOperator(request: FastifyRequest, gateway: Gateway): Promise<Person> {
  const person = await whoSends(request, gateway);
  if (!person) {
    const key = `operator:${request.ip}`;
    const { allowed } = await attempt(gateway.db.run, key, guesses, gateway.now());
    throw allowed ? new NoSession() : new RequestRejected('rate');
  }
  request.person = person;
  const { method, routeOptions } = request;
  // the absence of an address is not secret
  if (routeOptions.url && !isAllowedTo(person.role, method, actionOf(routeOptions.url)))
    throw new Forbidden(`This is not for ${person.role}`);
  return person;
}
