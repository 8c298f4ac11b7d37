import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.webView, () => import('./web-view')),
  screen(routes.knownSite, () => import('../../core/navigation/known-site')),
];
