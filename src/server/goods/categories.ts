import * as calls from '../../contract/shop/categories';
import type * as rules from '../../contract/shop/categories.rules';
import type { Executor, Tx } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { translate } from '../kernel/messages';
import { textOf } from '../kernel/texts';
import { lockShop, newId } from './own';

/** Maximum number of categories in a shop. */
const most = 100;

async function categoriesOf(run: Executor, member: string): Promise<calls.GoodsCategory[]> {
  const rows = await run
    .selectFrom('shop_category as c')
    .leftJoin('shop_goods as g', (join) =>
      join.onRef('g.category', '=', 'c.id').onRef('g.member', '=', 'c.member').on('g.removed_at', 'is', null),
    )
    .select((is) => ['c.id', 'c.name', 'c.position', is.fn.count<number>('g.id').as('goods')])
    .where('c.member', '=', member)
    .groupBy(['c.id', 'c.name', 'c.position'])
    .orderBy('c.position')
    .orderBy('c.id')
    .execute();
  return rows.map(({ id, name, goods }) => ({ id, name, goods: Number(goods) }));
}

const taken = () => new DomainError('categoryTwice', {}, { problems: { name: { rule: 'taken' } } });

async function mustBeNew(tx: Tx, member: string, name: string, but?: string): Promise<void> {
  const same = await tx
    .selectFrom('shop_category')
    .select('id')
    .where('member', '=', member)
    .where('name', '=', name)
    .executeTakeFirst();
  if (same && same.id !== but) throw taken();
}

/** Stores the order: positions from 0, in the order of `ids`. */
async function arrange(tx: Tx, member: string, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    await tx
      .updateTable('shop_category')
      .set({ position })
      .where('member', '=', member)
      .where('id', '=', id)
      .execute();
}

type Categories = Handlers<typeof calls, typeof rules>;

export const categoryHandlers: Categories = {
  async listCategory(_, { db, member }) {
    const { none } = await db.run
      .selectFrom('shop_goods')
      .select(({ fn }) => fn.countAll<number>().as('none'))
      .where('member', '=', member)
      .where('removed_at', 'is', null)
      .where('category', 'is', null)
      .executeTakeFirstOrThrow();
    return { items: await categoriesOf(db.run, member), none: Number(none) };
  },

  async listAdminCategory(_, { db, member, locale }) {
    const rows = await db.run
      .selectFrom('platform_category as p')
      .leftJoin('shop_category as c', (join) =>
        join.onRef('c.platform_id', '=', 'p.id').on('c.member', '=', member),
      )
      .selectAll('p')
      .select('c.id as taken')
      .orderBy('p.position')
      .execute();
    return {
      items: rows.map((row) => ({
        id: row.id,
        name: textOf(row, 'name', locale),
        taken: row.taken !== null,
      })),
    };
  },

  addCategory: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.addCategory, input, async () => {
        const { member, locale, now } = ctx;
        await lockShop(tx, member);
        const own = await categoriesOf(tx, member);
        let requested: { name: string; platform_id: string | null }[];
        if ('name' in input) {
          await mustBeNew(tx, member, input.name);
          requested = [{ name: input.name, platform_id: null }];
        } else {
          const rows = await tx
            .selectFrom('platform_category')
            .selectAll()
            .where('id', 'in', [...new Set(input.platformIds)])
            .orderBy('position')
            .execute();
          requested = rows
            .map((row) => ({ name: textOf(row, 'name', locale), platform_id: row.id }))
            .filter(({ name }) => !own.some((one) => one.name === name));
        }
        if (own.length + requested.length > most) throw new DomainError('categoriesFull', { most });
        const rows = requested.map((one, at) => ({
          id: newId(),
          member,
          ...one,
          created_at: new Date(now),
          position: own.length + at,
        }));
        await arrange(
          tx,
          member,
          own.map(({ id }) => id),
        );
        if (rows.length) await tx.insertInto('shop_category').values(rows).execute();
        return { items: rows.map(({ id, name }) => ({ id, name, goods: 0 })) };
      }),
    ),

  editCategory: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.editCategory, input, async () => {
        const { id, name, before } = input;
        await lockShop(tx, ctx.member);
        const own = await categoriesOf(tx, ctx.member);
        const exists = (wanted: string) => own.some((one) => one.id === wanted);
        if (!exists(id) || (before && !exists(before))) throw new DomainError('categoryMissing');
        if (name !== undefined) {
          await mustBeNew(tx, ctx.member, name, id);
          await tx
            .updateTable('shop_category')
            .set({ name })
            .where('member', '=', ctx.member)
            .where('id', '=', id)
            .execute();
        }
        if (before !== undefined && before !== id) {
          const ids = own.map((one) => one.id).filter((one) => one !== id);
          ids.splice(before ? ids.indexOf(before) : ids.length, 0, id);
          await arrange(tx, ctx.member, ids);
        }
        const edited = (await categoriesOf(tx, ctx.member)).find((one) => one.id === id);
        if (!edited) throw new DomainError('categoryMissing');
        return edited;
      }),
    ),

  deleteBatchCategory: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.deleteBatchCategory, input, async () => {
        await lockShop(tx, ctx.member);
        const own = new Map((await categoriesOf(tx, ctx.member)).map((one) => [one.id, one]));
        const done: string[] = [];
        const failed: { id: string; message: string }[] = [];
        for (const id of new Set(input.ids)) {
          const found = own.get(id);
          if (!found) failed.push({ id, message: translate(ctx.locale, 'categoryMissing') });
          else if (found.goods)
            failed.push({ id, message: translate(ctx.locale, 'categoryUsed', { count: found.goods }) });
          else done.push(id);
        }
        if (done.length)
          await tx
            .deleteFrom('shop_category')
            .where('member', '=', ctx.member)
            .where('id', 'in', done)
            .execute();
        return { done, failed };
      }),
    ),
};
