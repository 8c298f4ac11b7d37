import type { Selectable } from 'kysely';
import type * as calls from '../../contract/devices';
import type { OrderLog } from '../../contract/devices';
import type * as rules from '../../contract/devices.rules';
import type { Handlers } from '../kernel/call-group';
import { cursor, page, readTimeAndId } from '../kernel/pagination';
import { ownOrder } from './own-order';
import type { OrderLogTable } from './tables';

const aPage = 20;

const orderLog = ({
  id,
  at,
  serial_number,
  kind,
  amount,
  machines,
}: Selectable<OrderLogTable>): OrderLog => ({
  id,
  at: at.toISOString(),
  serialNumber: serial_number,
  kind,
  amount,
  machines,
});

export const incomeHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listOrderLog'> = {
  async listOrderLog({ serialNumber, from }, { db, member }) {
    if (serialNumber !== undefined) await ownOrder(db.run, member, serialNumber);
    const after = from === undefined ? undefined : readTimeAndId(from);
    const log = db.run
      .selectFrom('order_log')
      .where('member', '=', member)
      .$if(serialNumber !== undefined, (query) => query.where('serial_number', '=', serialNumber!));
    const rows = await log
      .selectAll()
      .$if(!!after, (query) =>
        query.where((is) => is(is.refTuple('at', 'id'), '<', is.tuple(after!.at, after!.id))),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(aPage + 1)
      .execute();
    const { total } = await log
      .select((is) => is.fn.coalesce(is.fn.sum<number>('amount'), is.lit(0)).as('total'))
      .executeTakeFirstOrThrow();
    const end = ({ at, id }: (typeof rows)[number]) => cursor(at.getTime(), id);
    return { ...page(rows, aPage, orderLog, end), total: Number(total) };
  },
};
