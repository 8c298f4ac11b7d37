import { randomBytes, randomUUID } from 'node:crypto';
import type { PartnerEventType } from '../../contract/embed/partner-events';
import { mostWebhooks, type PartnerMode, testMessageType } from '../../contract/embed/partners';
import type { Executor, Tx } from '../db/database';
import { forgetDestination, resume } from '../jobs/leases';
import { wrongDestination } from '../kernel/destination';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { seal } from '../kernel/seal';
import { changed } from '../partners/records';
import { sendWaiting } from './backlog';
import { partnerOf } from './state';
import { webhookSeal, writeMessages } from './webhooks';

/** Milliseconds that a replaced secret still signs beside the new one. */
const overlapMs = 24 * 3_600_000;

type Deps = Pick<Gateway, 'settings' | 'now'>;

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

function assertDestination({ settings }: Deps, url: string): void {
  const problem = wrongDestination(url, settings.production);
  if (problem) throw new DomainError('webhookWrong', { problem });
}

/** The webhooks of a partner, oldest first, without their secrets. */
export async function listWebhooks(run: Executor, partner: string, mode: PartnerMode, now: number) {
  const rows = await run
    .selectFrom('partner_hook')
    .selectAll()
    .where('partner', '=', partner)
    .where((is) => is.or([is('mode', '=', mode), is('mode', 'is', null)]))
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, url, types, at, sent, off_at, before_until }) => ({
    id,
    url,
    types: JSON.parse(types) as PartnerEventType[],
    since: at.toISOString(),
    sent: Number(sent),
    on: !off_at,
    ...(before_until && before_until.getTime() > now && { oldSecretUntil: before_until.toISOString() }),
  }));
}

/** Adds a webhook. `types`: its message types; empty for all. Returns the secret, which is shown only once. */
export async function addWebhook(
  tx: Tx,
  deps: Deps,
  partner: string,
  { mode, url, types }: { mode: PartnerMode | null; url: string; types: readonly PartnerEventType[] },
): Promise<{ id: string; secret: string }> {
  assertDestination(deps, url);
  const before = await tx
    .selectFrom('partner_hook')
    .select(['url', 'mode'])
    .where('partner', '=', partner)
    .execute();
  const same = before.filter((one) => !mode || !one.mode || one.mode === mode);
  if (same.some((one) => one.url === url)) throw new DomainError('webhookTaken');
  if (same.length >= mostWebhooks) throw new DomainError('webhookMost', { most: mostWebhooks });
  const id = `wh_${randomUUID().replace(/-/g, '').slice(0, 20)}`;
  const secret = newSecret();
  await tx
    .insertInto('partner_hook')
    .values({
      id,
      partner,
      mode,
      url,
      types: JSON.stringify([...new Set(types)]),
      secret: seal(deps.settings, webhookSeal(id), secret),
      at: new Date(deps.now()),
    })
    .execute();
  await changed(tx); // the gateway of test mode follows
  return { id, secret };
}

async function webhookOf(tx: Tx, partner: string, id: string) {
  const row = await tx
    .selectFrom('partner_hook')
    .selectAll()
    .where('id', '=', id)
    .where('partner', '=', partner)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new DomainError('webhookMissing');
  return row;
}

/** Changes the URL or the types; `on: false` pauses it. Events during a pause are never sent; messages that waited before it are sent after it. */
export async function changeWebhook(
  tx: Tx,
  deps: Deps,
  { partner, id }: { partner: string; id: string },
  { url, types, on }: { url: string; types: readonly PartnerEventType[]; on: boolean },
): Promise<{ id: string }> {
  const row = await webhookOf(tx, partner, id);
  assertDestination(deps, url);
  const taken = await tx
    .selectFrom('partner_hook')
    .select('id')
    .where('partner', '=', partner)
    .where('url', '=', url)
    .where('id', '<>', id)
    .where((is) => (row.mode ? is('mode', '=', row.mode) : is('mode', 'is', null)))
    .executeTakeFirst();
  if (taken) throw new DomainError('webhookTaken');
  await tx
    .updateTable('partner_hook')
    .set({
      url,
      types: JSON.stringify([...new Set(types)]),
      off_at: on ? null : (row.off_at ?? new Date(deps.now())),
    })
    .where('id', '=', id)
    .execute();
  if (row.off_at && on) await sendWaiting(tx, id, deps.now());
  await changed(tx);
  return { id };
}

/** Replaces the secret. The old one also signs for a day, so that the partner's server can switch without losing a message. */
export async function rollWebhook(
  tx: Tx,
  { settings, now }: Deps,
  { partner, id }: { partner: string; id: string },
): Promise<{ id: string; secret: string; until: string }> {
  const row = await webhookOf(tx, partner, id);
  const secret = newSecret();
  const until = new Date(now() + overlapMs);
  await tx
    .updateTable('partner_hook')
    .set({
      secret: seal(settings, webhookSeal(id), secret),
      secret_before: row.secret,
      before_until: until,
    })
    .where('id', '=', id)
    .execute();
  await changed(tx);
  return { id, secret, until: until.toISOString() };
}

/** Sends a message of type `webhook.test`. Returns its id in the log. */
export async function tryWebhook(
  tx: Tx,
  { now }: Deps,
  { partner, id }: { partner: string; id: string },
): Promise<{ message: string }> {
  const row = await webhookOf(tx, partner, id);
  if (row.off_at) throw new DomainError('webhookPaused');
  const data = { webhook: id };
  await resume(tx, id); // a test message does not wait for the end of a pause
  const [message = ''] = await writeMessages(tx, [{ webhook: row, type: testMessageType, data }], now());
  return { message };
}

/** Removes it; undelivered messages are dropped. */
export async function removeWebhook(
  tx: Tx,
  { partner, id }: { partner: string; id: string },
): Promise<{ id: string }> {
  await webhookOf(tx, partner, id);
  await tx.deleteFrom('partner_hook').where('id', '=', id).execute();
  await forgetDestination(tx, id);
  await changed(tx);
  return { id };
}

/**
 * The operator's command: adds a webhook for all types, or replaces the secret of the one with this URL; without `url`, removes all of
 * the partner's. Returns the secret, which is shown only once.
 */
export async function setWebhook(
  { db, ...deps }: Pick<Gateway, 'db' | 'settings' | 'now'>,
  partner: string,
  url: string | undefined,
): Promise<{ id: string; url?: string; secret?: string }> {
  if (!partnerOf(deps.settings, partner)) throw new DomainError('partnerMissing');
  return db.tx(async (tx) => {
    const mine = tx.selectFrom('partner_hook').select(['id', 'url']).where('partner', '=', partner);
    if (!url) {
      for (const { id } of await mine.execute()) await removeWebhook(tx, { partner, id });
      return { id: partner };
    }
    const before = await mine.where('url', '=', url).executeTakeFirst();
    const { secret } = before
      ? await rollWebhook(tx, deps, { partner, id: before.id })
      : await addWebhook(tx, deps, partner, { mode: null, url, types: [] });
    return { id: partner, url, secret };
  });
}
