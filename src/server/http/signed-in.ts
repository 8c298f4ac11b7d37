import type { FastifyReply, FastifyRequest } from 'fastify';

/** Seconds. */
const maxAge = 365 * 86_400;
const name = 'cp_in';
const set = new RegExp(`(?:^|;\\s*)${name}=1`);

/** Whether the client keeps cookies: it has had this one since its first call as a member. */
export const keepsCookies = (cookies: string | undefined) => set.test(cookies ?? '');

/** Stores in a cookie whether a member is signed in, for the next call. The cookie grants nothing. */
export function noteSignedIn({ headers }: FastifyRequest, reply: FastifyReply, signedIn: boolean): void {
  if (keepsCookies(headers.cookie) === signedIn) return;
  const value = signedIn ? `${name}=1; Max-Age=${maxAge}` : `${name}=; Max-Age=0`;
  reply.header('set-cookie', `${value}; Path=/; HttpOnly; SameSite=Lax`);
}
