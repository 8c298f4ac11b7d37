import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Our own origin in a policy: `'self'`, because these documents are served from it. */
const own = "'self'";

/** The hash of an inline script or style sheet in the format of a policy. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface Policy {
  scripts: string[];
  styles: string[];
  /** The origins that may frame it; empty: no origin may. */
  ancestors: string[];
  /** Where it connects to besides our origin. */
  connects?: string[];
  /** Additional directives. */
  more?: string[];
}

/**
 * Sends a document of ours that appears in other people's pages. It loads only our files, only the given origins may frame it,
 * and no cache stores it. Pages that require all their content to opt in (COEP) may frame it too.
 */
export function sendDocument(
  reply: FastifyReply,
  { scripts, styles, ancestors, connects = [], more = [] }: Policy,
  html: string,
): FastifyReply {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.join(' ') || "'none'"}`,
    `style-src ${styles.join(' ') || "'none'"}`,
    `connect-src ${[own, ...connects].join(' ')}`,
    `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...more,
  ];
  return reply
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

/** The valid sources of a policy: a scheme and a host, which may begin with a wildcard. */
const source = /^[a-z][a-z0-9+.-]*:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/;

/** A partner's origins as sources of a policy; anything else is dropped. */
export const ancestorsOf = (origins: readonly string[]): string[] =>
  origins.filter(
    (origin) => source.test(origin) || (URL.canParse(origin) && new URL(origin).origin === origin),
  );
