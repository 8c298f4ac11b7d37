import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Gateway } from '../kernel/gateway';
import { isListed, originOf } from '../settings/partner-origins';
import type { Partner } from '../settings/partners';
import { PartnerRefused } from './refusals';

/** The connection that a member agrees to: the partner knows them by `reference`. */
export interface Connection {
  partner: string;
  reference: string;
  /** The origin of the page from which the member came. */
  site: string;
  /** The partner's address to which the browser takes the code after the member has agreed. */
  returnTo: string;
  /** The feature that the page wanted to show. */
  feature?: string | undefined;
}

/** Milliseconds that a link to the consent page is valid. */
const ttlMs = 1_800_000;

/** A partner's customer who is to connect an account. */
interface Customer {
  member: string;
  origin: string;
  returnTo?: string | undefined;
  feature?: string;
}

const macOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`connect ${text}`).digest('base64url');

/**
 * The route of our page on which a member connects their account, valid for `ttl` milliseconds. It contains the sealed connection: we
 * store nothing until the member agrees, and nobody else can create such a route. Refused if the customer would continue at an origin
 * that is not the partner's.
 */
export function connectRouteOf(
  { fileSecret, now }: Pick<Gateway, 'fileSecret' | 'now'>,
  partner: Partner,
  customer: Customer,
  ttl = ttlMs,
): string {
  const { member: reference, origin: site, returnTo = `${site}/cp/connected`, feature } = customer;
  if (!isListed(partner.origins, originOf(returnTo)))
    throw new PartnerRefused('origin_not_allowed', `${returnTo} is not at one of the partner’s origins`);
  const text = Buffer.from(
    JSON.stringify([partner.id, reference, site, returnTo, now() + ttl, feature]),
  ).toString('base64url');
  const request = `${text}.${macOf(fileSecret, text)}`;
  return `pages/mine/connectPartner?request=${request}`;
}

/** The address of that page. */
export const connectUrlOf = (
  gateway: Pick<Gateway, 'settings' | 'fileSecret' | 'now'>,
  partner: Partner,
  customer: Customer,
): string => `${new URL(gateway.settings.publicUrl).origin}/#/${connectRouteOf(gateway, partner, customer)}`;

/** The connection of a request; `undefined` if the request is not ours or too old. */
export function readConnection(fileSecret: string, request: string, now: number): Connection | undefined {
  const [text = '', seal = ''] = request.split('.');
  const [given, right] = [Buffer.from(seal), Buffer.from(macOf(fileSecret, text))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return;
  const [partner, reference, site, returnTo, until, feature] = JSON.parse(
    Buffer.from(text, 'base64url').toString(),
  );
  return until > now ? { partner, reference, site, returnTo, ...(feature && { feature }) } : undefined;
}
