import { randomBytes, randomUUID } from 'node:crypto';
import { type EmbedFeature, type EmbedScope, embedFeatures } from '../../contract/embed/features';
import { mostKeys, type OriginKind, type PartnerMode } from '../../contract/embed/partners';
import type { Texts } from '../../contract/wire/locale';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { seal } from '../kernel/seal';
import { sharp } from '../pictures/sharp';
import { wrongOrigin } from '../settings/partner-origins';
import type { Settings } from '../settings/settings';
import { changed, keySeal } from './records';

/** Maximum number of origins of a partner, per mode. */
const mostOrigins = 50;

/** Locks the partner's row, so that two changes of one partner are serialized. */
export async function partnerRow(tx: Tx, partner: string) {
  const row = await tx
    .selectFrom('partner')
    .selectAll()
    .where('id', '=', partner)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new DomainError('partnerMissing');
  return row;
}

/** Records a change. `who`: an e-mail address, or `desk`. */
export async function note(
  tx: Tx,
  change: { partner: string; who: string; what: string; target?: string },
  now: number,
): Promise<void> {
  await tx
    .insertInto('partner_change')
    .values({ id: randomUUID(), target: '', ...change, at: new Date(now) })
    .execute();
}

/** Creates a partner with every feature, in test mode only. Returns its id. */
export async function addPartner(tx: Tx, name: Texts, now: number): Promise<string> {
  const id = `p_${randomBytes(8).toString('hex')}`;
  await tx
    .insertInto('partner')
    .values({
      id,
      name: JSON.stringify(name),
      features: JSON.stringify(Object.keys(embedFeatures)),
      live: 'no',
      created_at: new Date(now),
    })
    .execute();
  await changed(tx);
  return id;
}

interface Profile {
  name: Texts;
  features: readonly EmbedFeature[];
  /** The maximum scopes of its tokens; absent: all scopes of its features. */
  scopes?: readonly EmbedScope[] | undefined;
}

/** Sets its name, features and scopes. Open embeds of a removed feature are refused at their next call. */
export async function changeProfile(
  tx: Tx,
  partner: string,
  { name, features, scopes }: Profile,
): Promise<void> {
  await partnerRow(tx, partner);
  await tx
    .updateTable('partner')
    .set({
      name: JSON.stringify(name),
      features: JSON.stringify([...new Set(features)]),
      scopes: scopes ? JSON.stringify([...new Set(scopes)]) : null,
    })
    .where('id', '=', partner)
    .execute();
  await changed(tx);
}

/** Side length of a logo in pixels, and maximum number of bytes of an uploaded picture. */
const logoSize = 128;
export const largestLogo = 512 * 1024;

/** Converts a picture into a logo: a WebP of 128 × 128 px without metadata. Refused if it is not a picture. */
export async function logoOf(picture: Buffer): Promise<string> {
  try {
    const fitted = sharp(picture, { limitInputPixels: 4096 * 4096 }).resize(logoSize, logoSize, {
      fit: 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    });
    return (await fitted.webp().toBuffer()).toString('base64');
  } catch {
    throw new DomainError('logoWrong');
  }
}

export async function setLogo(tx: Tx, partner: string, logo: string | null): Promise<void> {
  await partnerRow(tx, partner);
  await tx.updateTable('partner').set({ logo }).where('id', '=', partner).execute();
  await changed(tx);
}

/** Keeps the choices of the theme editor, for both schemes. It is kept for the people of the partner, whose pages have it in their own code. */
export async function setTheme(
  tx: Tx,
  partner: string,
  theme: Record<'light' | 'dark', Record<string, string>>,
): Promise<void> {
  await partnerRow(tx, partner);
  await tx
    .updateTable('partner')
    .set({ theme: JSON.stringify(theme) })
    .where('id', '=', partner)
    .execute();
}

/** The valid keys of a mode. */
const goodKeys = (tx: Tx, partner: string, mode: PartnerMode, now: number) =>
  tx
    .selectFrom('partner_key')
    .select(['kid', 'ends_at'])
    .where('partner', '=', partner)
    .where('mode', '=', mode)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', new Date(now))]))
    .execute();

/**
 * Creates a key. Each mode can have two valid keys, so that a partner can rotate them. Live keys require that the back office has let the
 * partner go live. Returns the secret, which is shown only once.
 */
export async function addKey(
  tx: Tx,
  settings: Settings,
  { partner, mode }: { partner: string; mode: PartnerMode },
  now: number,
): Promise<{ kid: string; secret: string }> {
  const { live } = await partnerRow(tx, partner);
  if (mode === 'live' && live !== 'yes') throw new DomainError('partnerNotLive');
  if ((await goodKeys(tx, partner, mode, now)).length >= mostKeys)
    throw new DomainError('partnerKeysMost', { most: mostKeys });
  const kid = `${mode}-${randomBytes(4).toString('hex')}`;
  const secret = `cp_${mode}_${randomBytes(32).toString('base64url')}`;
  await tx
    .insertInto('partner_key')
    .values({
      partner,
      kid,
      mode,
      sealed: seal(settings, keySeal(partner, kid), secret),
      created_at: new Date(now),
    })
    .execute();
  await changed(tx);
  return { kid, secret };
}

/**
 * Ends a key at a time, at once if it is past; the end can be moved only to an earlier time. `endsAt` in milliseconds since the epoch.
 */
export async function endKey(
  tx: Tx,
  { partner, kid }: { partner: string; kid: string },
  endsAt: number,
  now: number,
): Promise<{ kid: string; mode: PartnerMode; endsAt: string }> {
  await partnerRow(tx, partner);
  const key = await tx
    .selectFrom('partner_key')
    .select(['mode', 'ends_at'])
    .where('partner', '=', partner)
    .where('kid', '=', kid)
    .executeTakeFirst();
  if (!key || (key.ends_at && key.ends_at.getTime() <= now)) throw new DomainError('partnerKeyMissing');
  const ends = new Date(Math.min(endsAt, key.ends_at?.getTime() ?? Number.POSITIVE_INFINITY));
  await tx
    .updateTable('partner_key')
    .set({ ends_at: ends })
    .where('partner', '=', partner)
    .where('kid', '=', kid)
    .execute();
  await changed(tx);
  return { kid, mode: key.mode, endsAt: ends.toISOString() };
}

interface Origin {
  mode: PartnerMode;
  origin: string;
  kind: OriginKind;
}

/** Adds an origin; refused with the reason if it is invalid. An origin that exists stays unchanged. */
export async function addOrigin(
  tx: Tx,
  settings: Settings,
  partner: string,
  { mode, origin, kind }: Origin,
): Promise<void> {
  await partnerRow(tx, partner);
  const test = mode === 'test';
  const why = wrongOrigin(origin, { kind, test, local: test || !settings.production });
  if (why) throw new DomainError('originWrong', { origin, why });
  const before = await tx
    .selectFrom('partner_origin')
    .select('origin')
    .where('partner', '=', partner)
    .where('mode', '=', mode)
    .execute();
  if (before.some((one) => one.origin === origin)) return;
  if (before.length >= mostOrigins) throw new DomainError('originsMost', { most: mostOrigins });
  await tx.insertInto('partner_origin').values({ partner, mode, origin, kind }).execute();
  await changed(tx);
}

export async function removeOrigin(
  tx: Tx,
  partner: string,
  { mode, origin }: Omit<Origin, 'kind'>,
): Promise<void> {
  await partnerRow(tx, partner);
  await tx
    .deleteFrom('partner_origin')
    .where('partner', '=', partner)
    .where('mode', '=', mode)
    .where('origin', '=', origin)
    .execute();
  await changed(tx);
}
