import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [screen(routes.beside, () => import('./beside'))];
