import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Our own origin, as a policy can say it: `'self'` is enough, for these documents are served from it. */
const own = "'self'";

/** The hash of an inline script or sheet, as a policy names it. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface Policy {
  scripts: string[];
  styles: string[];
  /** Who may frame it; nobody when empty. */
  ancestors: string[];
  /** More directives. */
  more?: string[];
}

/**
 * A document of ours that stands in other people's pages: it loads nothing but its own, only they may frame it, nobody
 * keeps it, and it may be framed where everything has to say so (COEP).
 */
export function sendDocument(
  reply: FastifyReply,
  { scripts, styles, ancestors, more = [] }: Policy,
  html: string,
): FastifyReply {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.join(' ') || "'none'"}`,
    `style-src ${styles.join(' ') || "'none'"}`,
    `connect-src ${own}`,
    `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...more,
  ];
  return reply
    .removeHeader('x-frame-options')
    .removeHeader('access-control-allow-origin')
    .header('content-security-policy', policy.join('; '))
    .header('cross-origin-embedder-policy', 'require-corp')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-store')
    .header(
      'permissions-policy',
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), display-capture=(), clipboard-read=()',
    )
    .type('text/html; charset=utf-8')
    .send(html);
}

/** A partner's origins as they may stand in a policy: they are origins, and nothing else. */
export const ancestorsOf = (origins: readonly string[]): string[] =>
  origins.filter((origin) => URL.canParse(origin) && new URL(origin).origin === origin);
