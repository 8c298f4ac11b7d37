import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.chooseLocation, () => import('./choose-location')),
  screen(routes.openLocation, () => import('./open-location')),
];
