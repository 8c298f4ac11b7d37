import type { PartnerMode } from '../../contract/embed/partners';
import type { Db, Tx } from '../db/database';
import { seal } from '../kernel/seal';
import { kindOf } from '../settings/partner-origins';
import { demoPartner, type GivenPartner, type Partner } from '../settings/partners';
import type { Settings } from '../settings/settings';
import { changed, keySeal } from './records';

/**
 * Imports partners of PARTNERS that are missing in the database. An existing partner stays as its people and the back office have changed
 * it; only the demo shop follows the port of the development machine. Returns the imported ids.
 */
export const importGiven = async (db: Db, settings: Settings, now: number): Promise<string[]> => {
  if (!settings.givenPartners.length) return [];
  return db.tx(async (tx) => {
    const imported: string[] = [];
    for (const [at, given] of settings.givenPartners.entries()) {
      if (settings.testMode && !given.test) continue;
      // listed in the order of PARTNERS
      if (await add(tx, given, now + at)) {
        for (const mode of ['live', 'test'] as const) await addMode(tx, settings, given, mode, now);
        imported.push(given.id);
      } else if (given.id === demoPartner && !settings.production)
        await addOrigins(tx, given.id, 'live', given.live.origins);
    }
    if (imported.length || !settings.production) await changed(tx);
    return imported;
  });
};

async function add(tx: Tx, { id, name, features, live }: GivenPartner, now: number): Promise<boolean> {
  const row = await tx
    .insertInto('partner')
    .values({
      id,
      name: JSON.stringify(name),
      features: JSON.stringify(features),
      live: live.keys.length ? 'yes' : 'no',
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return !!row;
}

async function addMode(tx: Tx, settings: Settings, given: GivenPartner, mode: PartnerMode, now: number) {
  const { keys, origins }: Pick<Partner, 'keys' | 'origins'> = given[mode] ?? { keys: [], origins: [] };
  for (const [at, { kid, secret }] of keys.entries()) {
    // the two lists of PARTNERS may use the same name
    const taken = mode === 'test' && given.live.keys.some((key) => key.kid === kid);
    const name = taken ? `test-${kid}`.slice(0, 40) : kid;
    await tx
      .insertInto('partner_key')
      .values({
        partner: given.id,
        kid: name,
        mode,
        sealed: seal(settings, keySeal(given.id, name), secret),
        created_at: new Date(now + at), // in the order of the list
      })
      .execute();
  }
  await addOrigins(tx, given.id, mode, origins);
}

async function addOrigins(tx: Tx, partner: string, mode: PartnerMode, origins: readonly string[]) {
  for (const origin of new Set(origins))
    await tx
      .insertInto('partner_origin')
      .values({ partner, mode, origin, kind: kindOf(origin) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
