import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Device } from '../kernel/device';
import type { Gateway } from '../kernel/gateway';
import { sha256 } from '../kernel/sha256';

const name = 'cp_device';
const inCookies = new RegExp(`(?:^|;\\s*)${name}=([\\w-]+\\.[\\w-]+)`);
/** All calls that sign in or prove an identity begin with this path; the cookie is sent nowhere else. */
const path = '/api/txUser';
/** Seconds. */
const keptFor = 365 * 86_400;

const signatureOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`device|${text}`).digest('base64url');

/** Whether the gateway issued the token. */
function isOurs(secret: string, token: string): boolean {
  const [text = '', signature = ''] = token.split('.');
  const right = Buffer.from(signatureOf(secret, text));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}

function tokenIn(cookies: string | undefined, secret: string): string | undefined {
  const [, token] = inCookies.exec(cookies ?? '') ?? [];
  return token && isOurs(secret, token) ? token : undefined;
}

/**
 * The device of a request. Its token is in a cookie that no script can read, so the app does not handle it. It grants nothing; it only
 * shows that somebody has signed in on this device before.
 */
export function deviceOf(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { fileSecret, settings }: Pick<Gateway, 'fileSecret' | 'settings'>,
): Device {
  const token = tokenIn(headers.cookie, fileSecret);
  let id = token && sha256(token);
  return {
    id,
    give() {
      if (id) return id;
      const text = randomBytes(16).toString('base64url');
      const fresh = `${text}.${signatureOf(fileSecret, text)}`;
      const secure = settings.publicUrl.startsWith('https:') ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${name}=${fresh}; Path=${path}; Max-Age=${keptFor}; HttpOnly; SameSite=Strict${secure}`,
      );
      id = sha256(fresh);
      return id;
    },
  };
}
