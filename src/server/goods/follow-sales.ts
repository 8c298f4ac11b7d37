import type { Db } from '../db/database';
import type { Schedule } from '../jobs/worker';
import type { Settings } from '../settings/settings';
import { type ShopProvider, shopProvider } from './provider';
import { applyEvent, creditSale } from './sales';

const batch = 200;
const feed = 'shop';

/**
 * Reads and applies the provider's new events, each batch in one transaction with the new position, so that each event counts once even
 * if several instances poll. Returns the number of events.
 */
export async function followSales(
  db: Db,
  provider: ShopProvider,
  settings: Pick<Settings, 'sales'>,
  now: number,
): Promise<number> {
  await db.run
    .insertInto('shop_feed')
    .values({ name: feed, cursor: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (let all = 0; ; ) {
    const { cursor } = await db.run
      .selectFrom('shop_feed')
      .select('cursor')
      .where('name', '=', feed)
      .executeTakeFirstOrThrow();
    const events = await provider.events(cursor, batch);
    const last = events.at(-1);
    if (!last) return all;
    await db.tx(async (tx) => {
      const moved = await tx
        .updateTable('shop_feed')
        .set({ cursor: last.seq })
        .where('name', '=', feed)
        .where('cursor', '=', cursor)
        .executeTakeFirst();
      if (!moved.numUpdatedRows) return; // another instance has applied them
      for (const event of events) await applyEvent(tx, event, settings, now);
      all += events.length;
    });
  }
}

/** Credits every sale whose holding time is over; returns the number of sales. */
export async function creditSales(db: Db, now: number): Promise<number> {
  for (let all = 0; ; ) {
    const due = await db.run
      .selectFrom('shop_sale')
      .select(['number', 'member'])
      .where('state', '=', 'held')
      .where('credit_at', '<=', new Date(now))
      .orderBy('credit_at')
      .limit(batch)
      .execute();
    for (const sale of due) if (await db.tx((tx) => creditSale(tx, sale, now))) all++;
    if (due.length < batch) return all;
  }
}

/** Every ten seconds: events first, so that a returned sale is not credited. */
export const salesSchedule = (settings: Settings): Schedule => ({
  name: 'sales',
  every: 10_000,
  async run(db, now) {
    const provider = shopProvider(db, settings);
    if (provider) await followSales(db, provider, settings, now);
    await creditSales(db, now);
  },
});
