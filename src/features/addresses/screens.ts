import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.addressManage, () => import('./address-manage')),
  screen(routes.createAddress, () => import('./create-address')),
  screen(routes.modifyAddress, () => import('./modify-address')),
];
