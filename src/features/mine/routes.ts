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

export const signedIn = route('pages/mine/signedIn', { title: 'safety.titles.signedIn', also: ['form'] });

export const addPasskey = route('pages/mine/addPasskey', {
  title: 'safety.titles.addPasskey',
  also: ['form'],
});

export const addAuthenticator = route('pages/mine/addAuthenticator', {
  title: 'safety.titles.addAuthenticator',
  also: ['authenticator', 'form'],
});

export const endAuthenticator = route('pages/mine/endAuthenticator', {
  title: 'safety.titles.endAuthenticator',
  also: ['authenticator', 'form'],
});

export const settings = route('pages/mine/settings', { title: 'settings.title' });

/** The packages inside the app and their terms. */
export const licenses = route('pages/mine/licenses', { title: 'settings.links.licenses', guard: 'anyone' });

/** A partner's page leads here; `request` is sealed by the gateway. */
export const connectPartner = route('pages/mine/connectPartner', {
  title: 'safety.titles.connectPartner',
  guard: 'anyone',
  needs: ['request'],
});

export const notifications = route('pages/mine/notifications', { title: 'notifications.title' });

export const deleteAccount = route('pages/mine/deleteAccount', {
  title: 'privacy.deleteAccount',
  also: ['form'],
});

/** The agreements of the member. */
export const agreements = route('pages/mine/agreements', { title: 'agreements.title' });

/** `hash`: of the text. */
export const agreementText = route<'hash'>('pages/mine/agreementText', {
  title: 'agreements.text',
  needs: ['hash'],
});

export const dataCopy = route('pages/mine/dataCopy', { title: 'privacy.dataCopy', also: ['form'] });
