import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.declarationForm, () => import('./declaration-form')),
  screen(routes.declarationFormList, () => import('./declaration-form-list')),
];
