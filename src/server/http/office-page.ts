import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply } from 'fastify';

/** The script and the style sheet of a page, empty if they are not built, and the tag of the build in an address. */
export function readBuilt(folder: string, names: { script: string; sheet: string }) {
  const read = (name: string) => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const [script, sheet] = [read(names.script), read(names.sheet)];
  const tag = createHash('sha256').update(script).update(sheet).digest('base64url').slice(0, 12);
  return { script, sheet, tag };
}

/**
 * Sends the back office or the partner console: it may run only its own script, and cannot be framed. `also`: additional directives of
 * its Content-Security-Policy.
 */
export function sendOfficePage(
  reply: FastifyReply,
  { type, text, also }: { type: 'text/html' | 'text/javascript' | 'text/css'; text: string; also: string[] },
) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    ...also,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  return reply
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .type(`${type}; charset=utf-8`)
    .send(text);
}
