import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:24em;margin:auto;padding:24px}' +
  'strong{display:block;background:#b3261e;color:#fff;padding:8px 16px}' +
  'button,a{display:block;box-sizing:border-box;width:100%;min-height:44px;margin:12px 0;padding:10px 16px;' +
  'border:1px solid #555;border-radius:8px;background:#fff;color:#111;font:inherit;text-align:center;text-decoration:none}' +
  'button.main{background:#1453d1;border-color:#1453d1;color:#fff}b{font-size:28px}';
const styleHash = createHash('sha256').update(style).digest('base64');

const allowed = (script: string) =>
  script && `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; `;

/** Sends a small page of our own. `content`: markup; `actions`: the allowed targets of its forms; `script`: inline. */
export const sendPage = (
  reply: FastifyReply,
  title: string,
  content: string,
  { status = 200, lang = 'en', actions = "'self'", script = '' } = {},
) =>
  reply
    .code(status)
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; ${allowed(script)}form-action ${actions}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${lang}"><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style>${content}${script && `<script>${script}</script>`}</html>`,
    );
