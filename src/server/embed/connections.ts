import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Gateway } from '../kernel/gateway';

/** What a member is asked to agree to: that a partner knows them by `reference`. `site`: where they came from. */
export interface Connection {
  partner: string;
  reference: string;
  site: string;
}

/** Milliseconds that a link to the page of consent is good for. */
const ttlMs = 1_800_000;

const sealOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`connect ${text}`).digest('base64url');

/**
 * The address of our page on which a member connects their account. What it is about is in it, sealed: nothing is kept until somebody
 * agrees, and nobody can make one but us.
 */
export function connectUrlOf(
  { settings, fileSecret, now }: Pick<Gateway, 'settings' | 'fileSecret' | 'now'>,
  { partner, reference, site }: Connection,
): string {
  const text = Buffer.from(JSON.stringify([partner, reference, site, now() + ttlMs])).toString('base64url');
  const request = `${text}.${sealOf(fileSecret, text)}`;
  return `${new URL(settings.publicUrl).origin}/#/pages/mine/connectPartner?request=${request}`;
}

/** What a request is about; nothing when it is not ours, or too old. */
export function readConnection(fileSecret: string, request: string, now: number): Connection | undefined {
  const [text = '', seal = ''] = request.split('.');
  const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(fileSecret, text))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return;
  const [partner, reference, site, until] = JSON.parse(Buffer.from(text, 'base64url').toString());
  return until > now ? { partner, reference, site } : undefined;
}
