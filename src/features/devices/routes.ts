import { route } from '../../core/navigation/route';

export const list = route('pages/tabbar/index', { title: 'devices.title', tab: 'devices', bare: true });

/** Without `serialNumber` those of all orders; `state`: one of the counts of `DeviceSummary`. */
export const machines = route<never, 'serialNumber' | 'state'>('pages/list/equList', {
  title: 'device-detail.title',
  also: ['devices'],
});

export const earnings = route<never, 'serialNumber'>('pages/list/earnings', {
  title: 'device-detail.earnings.title',
});

/** Not a route: renames or restarts a cloud phone, over the list. */
export const machineSheet = route('part/machineSheet', { title: 'device-detail.title', also: ['form'] });

/** Not a route: replaces the items of the list for a member without a cloud phone. */
export const firstHome = route('part/firstHome', { title: 'devices.title' });
