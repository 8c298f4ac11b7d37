import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.payPassword, () => import('./pay-password')),
  screen(routes.payPasskey, () => import('./confirm-by-passkey')),
  screen(routes.payPasswordSheet, () => import('./pay-password-sheet')),
];
