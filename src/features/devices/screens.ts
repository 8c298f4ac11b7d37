import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const list = screen(routes.list, () => import('./list'));

export const screens: Screen[] = [
  list,
  screen(routes.firstHome, () => import('./first-home')),
  screen(routes.machines, () => import('./machines')),
  screen(routes.machineSheet, () => import('./machine-sheet')),
  screen(routes.earnings, () => import('./earnings')),
  screen(routes.screen, () => import('./screen')),
  screen(routes.watches, () => import('./watches')),
  screen(routes.watchNotice, () => import('./watch-notice')),
  screen(routes.live, () => import('./live/live')),
  screen(routes.webCodecs, () => import('./live/web-codecs')),
  screen(routes.mediaSource, () => import('./live/media-source')),
  screen(routes.recorder, () => import('./live/recorder')),
  screen(routes.choosing, () => import('./actions/choose-phones')),
  screen(routes.tools, () => import('./actions/phone-tools')),
  screen(routes.actions, () => import('./actions/phone-actions')),
  screen(routes.together, () => import('./together')),
  screen(routes.thumbnails, () => import('./thumbnails')),
];

/** In a partner's page only. */
export const embedded: Screen[] = [screen(routes.screenList, () => import('./screen-list'))];
