import { screen } from '../../core/navigation/screen';

export const mine = {
  home: screen('pages/tabbar/mine', {
    title: 'mine.title',
    tab: 'mine',
    bare: true,
    load: () => import('./home'),
  }),
  userInfo: screen('pages/mine/userInfoCenter', {
    title: 'titles.userInfoCenter',
    load: () => import('../../ui/feedback/not-built'),
  }),
  downloadApp: screen('pages/mine/downloadApp', {
    title: 'titles.downloadApp',
    guard: 'anyone',
    load: () => import('../../ui/feedback/not-built'),
  }),
};
