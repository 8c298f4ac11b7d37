import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const screens: Screen[] = [
  screen(routes.invitationRecords, () => import('./invitation-records')),
  screen(routes.myTeam, () => import('./my-team')),
  screen(routes.poster, () => import('./poster')),
  screen(routes.wxPoster, () => import('./wx-poster')),
];
