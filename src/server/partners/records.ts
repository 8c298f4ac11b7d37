import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PartnerMode } from '../../contract/embed/partners';
import type { Executor, Tx } from '../db/database';
import { open } from '../kernel/seal';
import { inTest, type Partner } from '../settings/partners';
import type { Settings } from '../settings/settings';

/** The modes whose keys and origins a gateway accepts: a development machine accepts both. */
export const modesOf = ({ testMode, production }: Settings): PartnerMode[] =>
  testMode ? ['test'] : production ? ['live'] : ['live', 'test'];

/** Whether a gateway has members of test mode: it does nothing for real. */
export const hasTestMode = (settings: Settings): boolean => modesOf(settings).includes('test');

/** The context in which a key's secret is sealed. */
export const keySeal = (partner: string, kid: string): string => `key ${partner} ${kid}`;

/** The current partners of the database, and their version. A key that cannot be unsealed is left out, and listed in `lost`. */
export async function readPartners(
  run: Executor,
  settings: Settings,
  now: number,
): Promise<{ version: number; partners: Partner[]; lost: string[] }> {
  const version = await versionOf(run);
  const rows = await run.selectFrom('partner').selectAll().orderBy('created_at').orderBy('id').execute();
  const keys = await run
    .selectFrom('partner_key')
    .selectAll()
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', new Date(now))]))
    .orderBy('created_at')
    .orderBy('kid')
    .execute();
  const origins = await run.selectFrom('partner_origin').selectAll().orderBy('origin').execute();
  const modes = modesOf(settings);
  const lost: string[] = [];
  const [keysOf, originsOf] = [grouped(keys), grouped(origins)];
  const partners = rows.map(({ id, name, features, scopes, logo, live }): Partner => {
    const known = modes.filter((mode) => mode === 'test' || live === 'yes');
    const texts = JSON.parse(name);
    return {
      id,
      name: settings.testMode ? inTest(texts) : texts,
      keys: (keysOf.get(id) ?? []).flatMap(({ kid, mode, sealed }) => {
        if (!known.includes(mode)) return [];
        const secret = open(settings, keySeal(id, kid), sealed);
        if (secret === undefined) lost.push(`${id}: ${kid}`);
        return secret === undefined ? [] : [{ kid, secret, mode }];
      }),
      origins: (originsOf.get(id) ?? [])
        .filter(({ mode }) => known.includes(mode))
        .map(({ origin }) => origin),
      features: JSON.parse(features),
      ...(scopes !== null && { scopes: JSON.parse(scopes) }),
      ...(logo !== null && { logo: logoTag(logo) }),
      ...(!known.length && { waiting: true as const }),
    };
  });
  return { version, partners, lost };
}

/** A tag of a logo's bytes, so that its address changes with them. */
const logoTag = (logo: string): string => createHash('sha256').update(logo).digest('base64url').slice(0, 12);

function grouped<Row extends { partner: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.partner, [...(groups.get(row.partner) ?? []), row]);
  return groups;
}

/** Increases with every change of the partners' data. */
export const versionOf = async (run: Executor): Promise<number> =>
  Number((await run.selectFrom('partner_version').select('version').executeTakeFirst())?.version ?? 0);

/** Increases the version in the transaction of a change, so that every gateway reads the partners again. */
export const changed = async (tx: Tx): Promise<void> => {
  await tx
    .updateTable('partner_version')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', 1)
    .execute();
};
