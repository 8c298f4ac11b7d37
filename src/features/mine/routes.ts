import { route } from '../../core/navigation/route';

export const home = route('pages/tabbar/mine', { title: 'mine.title', tab: 'mine', bare: true });

export const userInfo = route('pages/mine/userInfoCenter', {
  title: 'profile.titles.userInfoCenter',
  also: ['form'],
});

export const downloadApp = route('pages/mine/downloadApp', {
  title: 'install.titles.downloadApp',
  guard: 'anyone',
});

export const signedIn = route('pages/mine/signedIn', { title: 'safety.titles.signedIn' });

export const settings = route('pages/mine/settings', { title: 'settings.title' });

/** A partner's page leads here; `request` is sealed by the gateway. */
export const connectPartner = route('pages/mine/connectPartner', {
  title: 'safety.titles.connectPartner',
  needs: ['request'],
});
