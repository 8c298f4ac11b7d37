import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.dynamic, () => import('./feed')),
  screen(routes.materialLibrary, () => import('./material-library')),
  screen(routes.compose, () => import('./compose-post')),
  screen(routes.menu, () => import('./post-menu')),
  screen(routes.authorHead, () => import('./author-head')),
  screen(routes.post, () => import('./post')),
  screen(routes.muted, () => import('./muted')),
];
