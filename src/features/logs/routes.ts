import { route } from '../../core/navigation/route';

export const order = route('pages/tabbar/order', {
  title: 'logs.titles.order',
  tab: 'logs',
  bare: true,
  also: ['form'],
});
