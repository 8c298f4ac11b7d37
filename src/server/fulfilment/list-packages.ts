import { type NotNull, sql } from 'kysely';
import type * as calls from '../../contract/buying/orders';
import { OrderState, type Package } from '../../contract/buying/orders';
import type * as rules from '../../contract/buying/orders.rules';
import type { Handlers } from '../kernel/call-group';
import { dayLength } from '../kernel/dates';
import { mapPage, newestFirst } from '../kernel/pagination';
import { textOf } from '../kernel/texts';
import { pictureOf } from '../pictures/artwork/pictures';

export const listPackagesHandlers: Pick<Handlers<typeof calls, typeof rules>, 'packages'> = {
  async packages({ from, orderNo }, { db, member, locale, now }) {
    const own = db.run
      .selectFrom('purchase_line as l')
      .innerJoin('purchase as p', (join) =>
        join.onRef('p.order_no', '=', 'l.order_no').onRef('p.member', '=', 'l.member'),
      )
      .leftJoin('device_order as d', (join) =>
        join.onRef('d.serial_number', '=', 'l.device').onRef('d.member', '=', 'l.member'),
      )
      .leftJoin('product as o', 'o.id', 'l.product')
      .selectAll('l')
      .select([
        'p.paid_at',
        'd.days_left',
        'd.ordered_at',
        'o.picture',
        sql<string>`l.order_no || '/' || lpad(l.position::text, 3, '0')`.as('id'),
      ])
      .where('p.member', '=', member)
      .where('p.state', '=', OrderState.successful)
      .where('l.category', 'in', ['machines', 'membership'])
      // A renewal extends the package that it renews, so it is not listed as a package.
      .where('l.renews', 'is', null)
      .where((is) => is.and(orderNo ? [is('p.order_no', '=', orderNo)] : []))
      // Every successful order has been paid.
      .$narrowType<{ paid_at: NotNull }>();
    const bought = db.run.selectFrom(own.as('bought')).selectAll();
    const listed = await newestFirst(bought, { at: 'paid_at', id: 'id' }, from);
    const item = (row: (typeof listed.items)[number]): Package => {
      const paidAt = row.paid_at.getTime();
      // Machines end with their rent, which a renewal extends; a membership runs from its purchase.
      const ends =
        row.category === 'machines'
          ? now + (row.days_left ?? 0) * dayLength
          : paidAt + row.days * row.quantity * dayLength;
      const remainingDays = Math.max(0, Math.ceil((ends - now) / dayLength));
      return {
        orderNo: row.order_no,
        productId: row.product,
        name: textOf(row, 'name', locale),
        picture: pictureOf(row),
        category: row.category as Package['category'],
        quantity: row.quantity,
        ...(row.device && { serialNumber: row.device }),
        boughtAt: row.paid_at.toISOString(),
        endsAt: new Date(ends).toISOString(),
        remainingDays,
        state: remainingDays ? 'active' : 'ended',
      };
    };
    return mapPage(listed, item);
  },
};
