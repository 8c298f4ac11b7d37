import type * as calls from '../../contract/shop/goods';
import type { Sale } from '../../contract/shop/goods';
import type * as rules from '../../contract/shop/goods.rules';
import type { Handlers } from '../kernel/call-group';
import { mapPage, newestFirst } from '../kernel/pagination';
import type { SaleRow } from './tables';

const saleView = (row: SaleRow): Sale => ({
  number: row.number,
  goodsId: row.goods,
  name: row.name,
  quantity: row.quantity,
  amount: row.amount,
  commission: row.commission,
  state: row.state,
  at: row.at.toISOString(),
  creditAt: row.credit_at.toISOString(),
  ...(row.returned_at && { returnedAt: row.returned_at.toISOString() }),
});

export const listingSales: Pick<Handlers<typeof calls, typeof rules>, 'listSales'> = {
  async listSales({ goodsId, from }, { db, member }) {
    const own = db.run
      .selectFrom('shop_sale')
      .selectAll()
      .where('member', '=', member)
      .$if(!!goodsId, (query) => query.where('goods', '=', goodsId as string));
    return mapPage(await newestFirst(own, { at: 'at', id: 'number' }, from), saleView);
  },
};
