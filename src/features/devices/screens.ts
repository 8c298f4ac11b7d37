import { screen } from '../../core/navigation/screen';

export const devices = {
  list: screen('pages/tabbar/index', {
    title: 'devices.title',
    tab: 'devices',
    bare: true,
    load: () => import('./list'),
  }),
  machines: screen('pages/list/equList', {
    title: 'device-detail.title',
    also: ['devices'],
    needs: ['serialNumber'],
    load: () => import('./machines'),
  }),
  earnings: screen<never, 'serialNumber'>('pages/list/earnings', {
    title: 'device-detail.earnings.title',
    load: () => import('./earnings'),
  }),
};

/** No route: what the list of a member without a cloud phone has in the place of its items. */
export const firstHome = screen('part/firstHome', {
  title: 'devices.title',
  load: () => import('./first-home'),
});
