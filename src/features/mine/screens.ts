import { screen } from '../../core/navigation/screen';

export const mine = {
  home: screen('pages/tabbar/mine', {
    title: 'mine.title',
    tab: 'mine',
    bare: true,
    load: () => import('./home'),
  }),
  userInfo: screen('pages/mine/userInfoCenter', {
    title: 'profile.titles.userInfoCenter',
    also: ['form'],
    load: () => import('./personal/user-info-center'),
  }),
  downloadApp: screen('pages/mine/downloadApp', {
    title: 'install.titles.downloadApp',
    guard: 'anyone',
    load: () => import('./install/download-app'),
  }),
  signedIn: screen('pages/mine/signedIn', {
    title: 'safety.titles.signedIn',
    load: () => import('./safety/signed-in'),
  }),
  /** A partner's page leads here; `request` is sealed by the gateway. */
  connectPartner: screen('pages/mine/connectPartner', {
    title: 'safety.titles.connectPartner',
    needs: ['request'],
    load: () => import('./safety/connect-partner'),
  }),
};
