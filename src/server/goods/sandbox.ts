import { createHash, randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db, Executor } from '../db/database';
import type { Schedule } from '../jobs/worker';
import type { ProviderShop, ShopEvent, ShopProvider } from './provider';
import type { SandboxShopEventTable } from './tables';

/** The code of every shop in the sandbox. */
export const sandboxCode = '246810';

const shelf: [name: string, description: string, price: number, stock: number][] = [
  ['Desk lamp, warm white', 'Three steps of brightness, folds flat.', 79_00, 60],
  ['Camp cooking set, 6 parts', 'Aluminium, packs into one pot.', 149_00, 45],
  ['Jasmine tea, 250 g', 'Spring harvest, in a tin.', 36_00, 310],
  ['Linen apron', 'Washed linen, one size.', 58_00, 80],
];

/** Any shop number `S-…` with at least three digits exists in the sandbox. */
function sandboxShop(number: string, code: string): ProviderShop | undefined {
  if (!/^S-\d{3,8}$/.test(number) || code !== sandboxCode) return;
  return {
    name: `Test shop ${number.slice(2)}`,
    introduction: 'A shop of the test mode: nobody buys here.',
    goods: shelf.map(([name, description, price, stock], at) => ({
      number: `${number}-${at + 1}`,
      name,
      description,
      price,
      stock,
    })),
  };
}

/** A simulated shop provider: its events come from `/dev/shop` and from simulated customers. */
export const sandboxProvider = (db: Db): ShopProvider => ({
  find: async (number, code) => sandboxShop(number, code),
  async events(after, limit) {
    const rows = await db.run
      .selectFrom('sandbox_shop_event')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(({ seq, id, kind, goods, quantity, sale, at }): ShopEvent => {
      if (kind === 'return') return { seq, at, kind, number: sale ?? '' };
      if (kind === 'view') return { seq, at, kind, goods: goods ?? '', count: quantity };
      return { seq, at, kind, goods: goods ?? '', number: id, quantity };
    });
  },
});

/** Records a sale in the sandbox; returns its number. */
export async function sandboxSale(
  run: Executor,
  goods: string,
  quantity: number,
  now: number,
): Promise<string> {
  const id = `SB${randomUUID().replace(/-/g, '').slice(0, 14).toUpperCase()}`;
  await run
    .insertInto('sandbox_shop_event')
    .values({ id, kind: 'sale', goods, quantity, sale: null, at: new Date(now) })
    .execute();
  return id;
}

export async function sandboxReturn(run: Executor, sale: string, now: number): Promise<void> {
  await run
    .insertInto('sandbox_shop_event')
    .values({ id: `${sale}-R`, kind: 'return', goods: null, quantity: 1, sale, at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const hourLength = 3_600_000;

export interface Visit {
  views: number;
  /** Number of pieces, 0 if nobody bought. */
  sold: number;
  /** Whether the purchase is returned. */
  returned: boolean;
}

/** The visit of a simulated customer to a good in an hour: deterministic for a good and hour. */
export function visitOf(goods: string, hour: number): Visit {
  const [a = 0, b = 0, c = 0, d = 0] = createHash('sha256').update(`${goods}|${hour}`).digest();
  const liking = (createHash('sha256').update(goods).digest()[0] ?? 0) / 255;
  const inChina = (hour + 8) % 24;
  const awake = inChina < 7 ? 0.15 : inChina > 18 ? 1 : 0.55;
  const views = Math.floor((a / 255) * 14 * awake * (0.35 + liking));
  const sold = views > 1 && b < 24 + 34 * liking ? 1 + (c < 24 ? 1 : 0) : 0;
  return { views, sold, returned: sold > 0 && d < 10 };
}

/** Maximum number of goods that the customers visit in an hour. */
const most = 400;

/** Simulates customers who visit goods on sale, and buy some of them, once an hour. Returns follow a day later. */
export const sandboxCustomers: Schedule = {
  name: 'sandbox-customers',
  every: hourLength,
  async run(db, now) {
    const hour = Math.floor(now / hourLength);
    const shelf = await db.run
      .selectFrom('shop_goods')
      .select('id')
      .where('state', '=', 'on')
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .limit(most)
      .execute();
    const at = new Date(now);
    for (const { id } of shelf) {
      const { views, sold } = visitOf(id, hour);
      const events: Insertable<SandboxShopEventTable>[] = [];
      if (views)
        events.push({ id: `${id}-${hour}-v`, kind: 'view', goods: id, quantity: views, sale: null, at });
      if (sold) events.push({ id: `${id}-${hour}`, kind: 'sale', goods: id, quantity: sold, sale: null, at });
      const sale = `${id}-${hour - 24}`;
      if (visitOf(id, hour - 24).returned)
        events.push({ id: `${sale}-R`, kind: 'return', goods: id, quantity: 1, sale, at });
      if (events.length)
        await db.run
          .insertInto('sandbox_shop_event')
          .values(events)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    }
  },
};
