import { screen } from '../../core/navigation/screen';

export const logs = {
  order: screen('pages/tabbar/order', {
    title: 'titles.order',
    tab: 'logs',
    load: () => import('../../ui/feedback/not-built'),
  }),
};
