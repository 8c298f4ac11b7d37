import type * as calls from '../../contract/buying/devices';
import type * as rules from '../../contract/buying/devices.rules';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { mapPage } from '../kernel/pagination';
import { deviceView, findOrder, listOrders } from './find-devices';

export const listDevicesHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listDevices' | 'getDevice'> = {
  async listDevices({ from }, { db, member, now, locale }) {
    const { summary, ...listed } = await listOrders(db.run, { member, from, now });
    return { ...mapPage(listed, (row) => deviceView(row, locale)), summary };
  },

  async getDevice({ serialNumber }, { db, member, locale }) {
    const row = await findOrder(db.run, member, serialNumber);
    if (!row) throw new DomainError('deviceMissing');
    return deviceView(row, locale);
  },
};
