import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.home, () => import('./home')),
  screen(routes.settings, () => import('./settings/settings')),
  screen(routes.licenses, () => import('./settings/licenses')),
  screen(routes.notifications, () => import('./notifications/notifications')),
  screen(routes.deleteAccount, () => import('./privacy/delete-account')),
  screen(routes.agreements, () => import('./privacy/agreements')),
  screen(routes.agreementText, () => import('./privacy/agreement-text')),
  screen(routes.dataCopy, () => import('./privacy/data-copy')),
  screen(routes.userInfo, () => import('./personal/user-info-center')),
  screen(routes.downloadApp, () => import('./install/download-app')),
  screen(routes.signedIn, () => import('./safety/signed-in')),
  screen(routes.addPasskey, () => import('./safety/add-passkey')),
  screen(routes.addAuthenticator, () => import('./safety/add-authenticator')),
  screen(routes.endAuthenticator, () => import('./safety/end-authenticator')),
  screen(routes.connectPartner, () => import('./safety/connect-partner')),
];
