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
    /** Who sends it; on the desk's own addresses. */
    person: Person | null;
  }
}

/** Wrong tokens from one address. */
const guesses = { max: 20, window: 60_000 };

export const cookieName = 'cloudphone_desk';
/** What a page of ours sends beside the cookie, and a page of somebody else's cannot: it is made of the token. */
export const csrfOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();
const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

/** Somebody is known, and may not do this. */
export class Forbidden extends Error {}

const cookieOf = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{20,80})`).exec(headers.cookie ?? '')?.[1];

/** Whoever holds OPERATOR_TOKEN: in production a program that looks and does nothing, elsewhere an admin. */
function automation({ settings }: Gateway, token: string): Person | undefined {
  if (!settings.operatorToken || !same(token, settings.operatorToken)) return;
  return { id: 'automation', name: 'automation', role: settings.production ? 'automation' : 'admin' };
}

async function whoSends(request: FastifyRequest, gateway: Gateway): Promise<Person | undefined> {
  const [, bearer] = /^Bearer ([^\s]{1,200})$/.exec(request.headers.authorization ?? '') ?? [];
  if (bearer) return automation(gateway, bearer) ?? findPerson(gateway, bearer);
  const cookie = cookieOf(request);
  if (!cookie) return;
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  if (writes && !same(String(request.headers['x-csrf']), csrfOf(cookie))) return;
  return findPerson(gateway, cookie);
}

/** Turns away whoever is not signed in at the desk, and from what their role does not have. */
export async function assertOperator(request: FastifyRequest, gateway: Gateway): Promise<Person> {
  const person = await whoSends(request, gateway);
  if (!person) {
    const key = `operator:${request.ip}`;
    const { allowed } = await attempt(gateway.db.run, key, guesses, gateway.now());
    throw new RequestRejected(allowed ? 'signature' : 'rate');
  }
  request.person = person;
  const { method, routeOptions } = request;
  // an address that there is not is nobody's secret
  if (routeOptions.url && !isAllowedTo(person.role, method, actionOf(routeOptions.url)))
    throw new Forbidden(`This is not for ${person.role}`);
  return person;
}
