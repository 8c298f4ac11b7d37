import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.list, () => import('./account-list')),
  screen(routes.detail, () => import('./account-detail')),
  screen(routes.add, () => import('./add-account')),
];
