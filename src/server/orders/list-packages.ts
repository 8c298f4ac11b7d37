import { sql } from 'kysely';
import type * as calls from '../../contract/orders';
import type { Package } from '../../contract/orders';
import type * as rules from '../../contract/orders.rules';
import type { Handlers } from '../kernel/call-group';
import { dayLength } from '../kernel/dates';
import { cursor, page, readTimeAndId } from '../kernel/pagination';
import { nameOf } from '../products/rows';

const aPage = 20;

export const listPackagesHandlers: Pick<Handlers<typeof calls, typeof rules>, 'packages'> = {
  async packages({ from }, { db, member, locale, now }) {
    const after = from === undefined ? undefined : readTimeAndId(from);
    const id = sql<string>`l.order_no || '/' || lpad(l.position::text, 3, '0')`;
    const rows = await db.run
      .selectFrom('purchase_line as l')
      .innerJoin('purchase as p', 'p.order_no', 'l.order_no')
      .leftJoin('device_order as d', 'd.serial_number', 'l.device')
      .selectAll('l')
      .select(['p.paid_at', 'd.days_left', 'd.ordered_at', id.as('id')])
      .where('p.member', '=', member)
      .where('p.state', '=', 1)
      .where('l.category', 'in', ['machines', 'membership'])
      // A renewal lengthens the package that it renews: it is no package of its own.
      .where('l.renews', 'is', null)
      .$if(!!after, (query) => query.where(sql<boolean>`(p.paid_at, ${id}) < (${after!.at}, ${after!.id})`))
      .orderBy('p.paid_at', 'desc')
      .orderBy(id, 'desc')
      .limit(aPage + 1)
      .execute();
    const item = (row: (typeof rows)[number]): Package => {
      const paidAt = row.paid_at!.getTime();
      // Machines end with their rent, which a renewal adds to; a membership runs from when it was bought.
      const ends =
        row.category === 'machines'
          ? now + (row.days_left ?? 0) * dayLength
          : paidAt + row.days * row.quantity * dayLength;
      const remainingDays = Math.max(0, Math.ceil((ends - now) / dayLength));
      return {
        orderNo: row.order_no,
        productId: row.product,
        name: nameOf(row, locale),
        category: row.category as Package['category'],
        quantity: row.quantity,
        ...(row.device && { serialNumber: row.device }),
        boughtAt: row.paid_at!.toISOString(),
        endsAt: new Date(ends).toISOString(),
        remainingDays,
        state: remainingDays ? 'active' : 'ended',
      };
    };
    return page(rows, aPage, item, (row) => cursor(row.paid_at!.getTime(), row.id));
  },
};
