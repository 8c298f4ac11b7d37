import { openDb } from '../../src/server/db/open';
import { demo } from '../../src/server/seed/members';
import { seed } from '../../src/server/seed/seed';
import { readSettings } from '../../src/server/settings/settings';

// A program of its own: fills the database in DATA_DIR with the demo data, and the demo member's shop with 10,000 goods.

const count = 10_000;
const aStatement = 1000;

const settings = readSettings(process.env);
const db = await openDb(settings, (error) => console.error(error));
await seed(db, settings);
const now = Date.now();
for (let from = 0; from < count; from += aStatement)
  await db.run
    .insertInto('shop_goods')
    .values(
      Array.from({ length: aStatement }, (_, at) => ({
        id: `shelf-${from + at}`,
        member: demo,
        platform_id: null,
        number: `N${from + at}`,
        name: `Lamp ${from + at}`,
        description: '',
        price: 50_00 + at,
        stock: 10,
        sold: 0,
        state: 'on' as const,
        category: null,
        pictures: '[]',
        version: 1,
        removed_at: null,
        created_at: new Date(now + from + at),
        changed_at: new Date(now),
      })),
    )
    .execute();
await db.close();
