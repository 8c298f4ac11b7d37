import type { Selectable } from 'kysely';
import type * as calls from '../../contract/devices';
import type { OrderLog } from '../../contract/devices';
import type * as rules from '../../contract/devices.rules';
import { defined } from '../db/defined';
import type { Handlers } from '../kernel/call-group';
import { mapPage, newestFirst } from '../kernel/pagination';
import { ownOrder } from './own-order';
import type { OrderLogTable } from './tables';

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
    const log = db.run
      .selectFrom('order_log')
      .where('member', '=', member)
      .where((is) => is.and(defined({ serial_number: serialNumber })));
    const logs = await newestFirst(log.selectAll(), { at: 'at', id: 'id' }, from);
    const { total } = await log
      .select((is) => is.fn.coalesce(is.fn.sum<number>('amount'), is.lit(0)).as('total'))
      .executeTakeFirstOrThrow();
    return { ...mapPage(logs, orderLog), total: Number(total) };
  },
};
