import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../kernel/messages';

/** Values of `Link` headers, which the build writes. */
interface Preloads {
  everyone: string[];
  members: Partial<Record<Locale, string[]>>;
}

/** Seconds. */
const maxAge = 365 * 86_400;
const name = 'cp_in';
/** Whether the client keeps cookies: it has had this one since its first call as a member. */
export const keepsCookies = (cookies: string | undefined) => isSet(cookies);
const set = new RegExp(`(?:^|;\\s*)${name}=1`);
const isSet = (cookies: string | undefined) => set.test(cookies ?? '');

/**
 * The `Link` header of the page: files that a browser can request before it has read the HTML. The address of the screen is after the
 * `#`, so the gateway does not know it. The header lists the core for everybody, and the device list for browsers with a signed-in
 * member, who starts there.
 */
export function readPreloads(root: string): (cookies: string | undefined, locale: Locale) => string {
  const file = path.join(root, 'preloads.json');
  if (!existsSync(file)) return () => '';
  const { everyone, members }: Preloads = JSON.parse(readFileSync(file, 'utf8'));
  return (cookies, locale) => [...everyone, ...(isSet(cookies) ? (members[locale] ?? []) : [])].join(', ');
}

/** Stores in a cookie whether a member is signed in, for the next opening of the page. The cookie grants nothing. */
export function noteSignedIn({ headers }: FastifyRequest, reply: FastifyReply, signedIn: boolean): void {
  if (isSet(headers.cookie) === signedIn) return;
  const value = signedIn ? `${name}=1; Max-Age=${maxAge}` : `${name}=; Max-Age=0`;
  reply.header('set-cookie', `${value}; Path=/; HttpOnly; SameSite=Lax`);
}
