import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.list, () => import('./list')),
  screen(routes.firstHome, () => import('./first-home')),
  screen(routes.machines, () => import('./machines')),
  screen(routes.earnings, () => import('./earnings')),
];
