import type { FastifyInstance } from 'fastify';
import type { OriginKind } from '../../contract/embed/partners';
import type { Tx } from '../db/database';
import { sendWaiting } from '../embed/backlog';
import { webhookSeal } from '../embed/webhooks';
import type { Gateway } from '../kernel/gateway';
import { open, seal } from '../kernel/seal';
import { applyPartners } from '../partners/follow-partners';
import { changed, keySeal, versionOf } from '../partners/records';
import type { Settings } from '../settings/settings';
import { askOther } from './other-gateway';

/** Milliseconds until the test gateway applies a change made at the live one. */
const intervalMs = 5000;

/** A partner's record in test mode. Times are ISO 8601; secrets are in plain text, and sent over TLS only. */
interface TestRecord {
  id: string;
  name: string;
  features: string;
  scopes: string | null;
  logo: string | null;
  at: string;
  keys: { kid: string; secret: string; at: string; endsAt: string | null }[];
  origins: { origin: string; kind: OriginKind }[];
  webhooks: {
    id: string;
    url: string;
    types: string;
    secret: string;
    before: string | null;
    beforeUntil: string | null;
    at: string;
    offAt: string | null;
  }[];
}
type Records = { version: number; partners?: TestRecord[] };

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const date = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** The test gateway's data of every partner; only the version if it has that one already. */
export async function testRecords({ db, settings }: Gateway, known: number | undefined): Promise<Records> {
  const { run } = db;
  const version = await versionOf(run);
  if (version === known) return { version };
  const rows = await run.selectFrom('partner').selectAll().orderBy('id').execute();
  const keys = await run.selectFrom('partner_key').selectAll().where('mode', '=', 'test').execute();
  const origins = await run.selectFrom('partner_origin').selectAll().where('mode', '=', 'test').execute();
  const webhooks = await run.selectFrom('partner_hook').selectAll().where('mode', '=', 'test').execute();
  const of = (id: string) => (one: { partner: string }) => one.partner === id;
  const partners = rows.map(
    ({ id, name, features, scopes, logo, created_at }): TestRecord => ({
      id,
      name,
      features,
      scopes,
      logo,
      at: created_at.toISOString(),
      keys: keys.filter(of(id)).flatMap(({ kid, sealed, created_at, ends_at }) => {
        const secret = open(settings, keySeal(id, kid), sealed);
        return secret ? [{ kid, secret, at: created_at.toISOString(), endsAt: iso(ends_at) }] : [];
      }),
      origins: origins.filter(of(id)).map(({ origin, kind }) => ({ origin, kind })),
      webhooks: webhooks.filter(of(id)).flatMap((hook) => {
        const secret = open(settings, webhookSeal(hook.id), hook.secret);
        if (!secret) return [];
        const before = hook.secret_before && open(settings, webhookSeal(hook.id), hook.secret_before);
        return [
          {
            id: hook.id,
            url: hook.url,
            types: hook.types,
            secret,
            before: before ?? null,
            beforeUntil: iso(hook.before_until),
            at: hook.at.toISOString(),
            offAt: iso(hook.off_at),
          },
        ];
      }),
    }),
  );
  return { version, partners };
}

/** Replaces this gateway's test partners with the records of the live one. Partners from its own PARTNERS stay. */
async function keepRecord(tx: Tx, settings: Settings, record: TestRecord, now: number): Promise<void> {
  const { id: partner, keys, origins, webhooks, at, ...profile } = record;
  await tx
    .insertInto('partner')
    .values({ id: partner, ...profile, live: 'no', created_at: new Date(at) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(profile))
    .execute();
  await tx.deleteFrom('partner_key').where('partner', '=', partner).where('mode', '=', 'test').execute();
  for (const { kid, secret, at, endsAt } of keys) {
    const key = {
      mode: 'test' as const,
      sealed: seal(settings, keySeal(partner, kid), secret),
      created_at: new Date(at),
      ends_at: date(endsAt),
    };
    await tx
      .insertInto('partner_key')
      .values({ partner, kid, ...key })
      .onConflict((conflict) => conflict.columns(['partner', 'kid']).doUpdateSet(key))
      .execute();
  }
  await tx.deleteFrom('partner_origin').where('partner', '=', partner).where('mode', '=', 'test').execute();
  for (const { origin, kind } of origins)
    await tx.insertInto('partner_origin').values({ partner, mode: 'test', origin, kind }).execute();
  const ended = tx.deleteFrom('partner_hook').where('partner', '=', partner).where('mode', '=', 'test');
  await (webhooks.length
    ? ended.where(
        'id',
        'not in',
        webhooks.map(({ id }) => id),
      )
    : ended
  ).execute();
  const paused = await tx
    .selectFrom('partner_hook')
    .select('id')
    .where('partner', '=', partner)
    .where('off_at', 'is not', null)
    .execute();
  for (const { id, url, types, secret, before, beforeUntil, at, offAt } of webhooks) {
    const hook = {
      url,
      types,
      secret: seal(settings, webhookSeal(id), secret),
      secret_before: before === null ? null : seal(settings, webhookSeal(id), before),
      before_until: date(beforeUntil),
      off_at: date(offAt),
    };
    await tx
      .insertInto('partner_hook')
      .values({ id, partner, mode: 'test', at: new Date(at), ...hook })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(hook))
      .execute();
    if (offAt === null && paused.some((one) => one.id === id)) await sendWaiting(tx, id, now);
  }
}

/** Follows the live gateway. Returns the version that now applies here. */
export async function followOnce(gateway: Gateway, known: number | undefined): Promise<number> {
  const { db, settings, now } = gateway;
  const question = { ask: 'records', ...(known !== undefined && { version: known }) };
  const { version, partners } = (await askOther(gateway, question)) as Records;
  if (!partners) return version;
  await db.tx(async (tx) => {
    for (const record of partners) await keepRecord(tx, settings, record, now());
    await changed(tx);
  });
  await applyPartners(db, settings, now());
  return version;
}

/** In test mode: follows the partners' changes at the live gateway. While that is unreachable, the last known records apply. */
export function followTestRecords(app: FastifyInstance, gateway: Gateway): void {
  let timer: NodeJS.Timeout | undefined;
  let known: number | undefined;
  let away = false;
  const follow = async () => {
    try {
      known = await followOnce(gateway, known);
      away = false;
    } catch (error) {
      if (!away) app.log.error(error);
      away = true; // logged once
    }
  };
  app.addHook('onReady', async () => {
    timer = setInterval(follow, intervalMs).unref();
    void follow();
  });
  app.addHook('preClose', async () => clearInterval(timer));
}
