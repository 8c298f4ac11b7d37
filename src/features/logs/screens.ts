import { screen } from '../../core/screen';

export const logs = {
  order: screen('pages/tabbar/order', {
    title: 'titles.order',
    tab: 'logs',
    load: () => import('../../ui/not-built'),
  }),
};
