import { mkdirSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { embedFeatures } from '../../../src/contract/embed/features';
import { openDb } from '../../../src/server/db/open';
import { createWorker } from '../../../src/server/jobs/worker';
import { folderStore } from '../../../src/server/pictures/folder-store';
import { seed } from '../../../src/server/seed/seed';
import { demoPartner } from '../../../src/server/settings/partners';
import { readSettings } from '../../../src/server/settings/settings';
import { workOf } from '../../../src/server/work';
import { addOrder } from '../../server/support/devices';
import { addMember, password } from '../../server/support/member';
import type { TestGateway } from '../../server/support/open';
import { give } from '../../server/support/shop';
import { addAccount } from '../../server/support/wallet';
import type { Kind } from './own-member';

// A program of its own: fills the database in DATA_DIR before the journeys' gateway opens it, with the demo data and with
// members of whom each belongs to one journey, and writes their names to the folder in PEOPLE.

/** How many of each kind there are: more than the journeys take, of which some are tried again. */
const counts: Record<Kind, number> = { rich: 72, chinese: 24, new: 44 };

const settings = readSettings(process.env);
const db = await openDb(settings, (error) => console.error(error));
await seed(db, settings);

const gateway = { db, clock: { ahead: 0 } } as TestGateway;
/** The data of a member who has used the app for a while. */
async function enrich(member: string): Promise<void> {
  await give(gateway, member, 'balance', 5000_00);
  await give(gateway, member, 'store', 500_00);
  await give(gateway, member, 'points', 5_000);
  await give(gateway, member, 'cloudBeans', 500);
  await addAccount(gateway, member, { holder: 'Dana Demo' });
  const orderedAt = Date.now() - 3 * 86_400_000;
  // as many machines as it takes to spend points
  await addOrder(gateway, member, { orderedAt, quantity: 100, tasks: { 1: [1, 0], 2: [1], 3: [2] } });
}

const names: Record<string, string[]> = {};
const idOf = new Map<string, string>();
for (const [kind, count] of Object.entries(counts)) {
  names[kind] = [];
  for (let at = 1; at <= count; at++) {
    const username = `${kind}${at}`;
    const country = kind === 'chinese' ? 'cn' : 'intl';
    const email = `${username}@example.com`;
    const examine_state = kind === 'new' ? 0 : 1; // the first machine that is bought sets it
    const { id } = await addMember(gateway, { username, country, email, examine_state });
    if (kind !== 'new') await enrich(id);
    names[kind].push(username);
    if (kind === 'rich') idOf.set(username, id); // others connect themselves
  }
}

// The partners whose pages journeys serve know the members whom the demo shop knows, and the rich by their usernames.
const known = await db.run
  .selectFrom('partner_member')
  .selectAll()
  .where('partner', '=', demoPartner)
  .execute();
const features = Object.keys(embedFeatures).join(' ');
const hosts = settings.partners.filter(({ id }) => id.startsWith('p_host'));
const links = hosts.flatMap(({ id: partner }) => [
  ...known.map((link) => ({ ...link, partner })),
  ...[...idOf].map(([reference, member]) => ({ partner, reference, member, at: new Date(), features })),
]);
// a cluster has no partners of the journeys, and a statement that inserts no rows is none
if (links.length) await db.run.insertInto('partner_member').values(links).execute();

// Due jobs run here once, because they take ten seconds, and each gateway begins with a copy of these data.
const now = Date.now;
const log = console.error;
const files = folderStore(settings.dataDir);
const { work } = createWorker({ db, ...(await workOf(db, settings, { now, log, files })), now, log });
while (await work());
await sql`analyze`.execute(db.run);
await db.close();

const folder = process.env.PEOPLE;
if (!folder) throw new Error('PEOPLE is the folder to write the names to');
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/names.json`, JSON.stringify({ names, password }));
