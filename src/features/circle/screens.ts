import { screen } from '../../core/screen';

export const circle = {
  dynamic: screen('pages/tabbar/dynamic', {
    title: 'titles.dynamic',
    tab: 'dynamic',
    load: () => import('../../ui/not-built'),
  }),
};
