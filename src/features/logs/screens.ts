import { screen } from '../../core/navigation/screen';

export const logs = {
  order: screen('pages/tabbar/order', {
    title: 'logs.titles.order',
    tab: 'logs',
    bare: true,
    also: ['form'],
    load: () => import('./log-list'),
  }),
};
