import { screen } from '../../core/navigation/screen';

export const circle = {
  dynamic: screen('pages/tabbar/dynamic', {
    title: 'titles.dynamic',
    tab: 'dynamic',
    load: () => import('../../ui/feedback/not-built'),
  }),
};
