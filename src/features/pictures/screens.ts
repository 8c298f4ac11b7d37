import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.preview, () => import('./preview')),
  screen(routes.upload, () => import('../../core/http/upload')),
  screen(routes.gallery, () => import('./gallery')),
];
