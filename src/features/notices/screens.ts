import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.noticeList, () => import('./notice-list')),
  screen(routes.noticeDetail, () => import('./notice-detail')),
  screen(routes.systemMsg, () => import('./system-msg')),
  screen(routes.mustConfirm, () => import('./must-confirm')),
];
