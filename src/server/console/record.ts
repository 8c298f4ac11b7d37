import { type PartnerMode, partnerModes } from '../../contract/embed/partners';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { hasTestMode, modesOf } from '../partners/records';
import type { Settings } from '../settings/settings';

/** The address of a mode's gateway for a partner's servers and pages; `undefined` if there is none. */
export function gatewayOf(settings: Settings, mode: PartnerMode): string | undefined {
  return modesOf(settings).includes(mode) ? settings.publicUrl : settings.partnerConsole.other?.url;
}

/** All data that the console shows about a partner, without secrets. */
export async function partnerRecord({ db, settings, now }: Gateway, partner: string) {
  const { run } = db;
  const row = await run
    .selectFrom('partner')
    .selectAll()
    .where('id', '=', partner)
    .executeTakeFirstOrThrow(() => new DomainError('partnerMissing'));
  const keys = await run
    .selectFrom('partner_key as k')
    .leftJoin('partner_key_use as u', (join) =>
      join.onRef('u.partner', '=', 'k.partner').onRef('u.kid', '=', 'k.kid'),
    )
    .select(['k.kid', 'k.mode', 'k.created_at', 'k.ends_at', 'u.used_at'])
    .where('k.partner', '=', partner)
    .where((is) => is.or([is('k.ends_at', 'is', null), is('k.ends_at', '>', new Date(now()))]))
    .orderBy('k.created_at')
    .orderBy('k.kid')
    .execute();
  const origins = await run
    .selectFrom('partner_origin')
    .select(['mode', 'origin', 'kind'])
    .where('partner', '=', partner)
    .orderBy('origin')
    .execute();
  const off = await run
    .selectFrom('partner_disabled')
    .select('partner')
    .where('partner', '=', partner)
    .executeTakeFirst();
  const { webhooks } = await run
    .selectFrom('partner_hook')
    .select((is) => is.fn.countAll<number>().as('webhooks'))
    .where('partner', '=', partner)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    name: JSON.parse(row.name) as object,
    features: JSON.parse(row.features) as string[],
    scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as string[]),
    ...(row.logo && { logo: `data:image/webp;base64,${row.logo}` }),
    ...(row.theme && { theme: JSON.parse(row.theme) as object }),
    webhooks: Number(webhooks),
    live: row.live,
    ...(row.live_request && { liveRequest: JSON.parse(row.live_request) as object }),
    ...(row.live_answer && { liveAnswer: row.live_answer }),
    enabled: !off,
    keys: keys.map(({ kid, mode, created_at, ends_at, used_at }) => ({
      kid,
      mode,
      since: created_at.toISOString(),
      ...(ends_at && { endsAt: ends_at.toISOString() }),
      ...(used_at && { lastUsedAt: used_at.toISOString() }),
    })),
    origins,
    // where the page with the preview is: here, or at the other gateway
    ...((hasTestMode(settings) || settings.partnerConsole.other) && {
      preview: hasTestMode(settings) ? '' : settings.partnerConsole.other?.url,
    }),
    gateways: Object.fromEntries(partnerModes.map((mode) => [mode, gatewayOf(settings, mode) ?? null])),
  };
}

/** Changes made by the partner's people, newest first. */
export async function listChanges({ db }: Gateway, partner: string) {
  const rows = await db.run
    .selectFrom('partner_change')
    .select(['at', 'who', 'what', 'target'])
    .where('partner', '=', partner)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
}
